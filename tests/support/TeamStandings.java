package info.vannier.gotha;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The standings of teams, as OpenGotha counts them.
 *
 * <p>Reads a line for each question, FILE and ROUND (from 0) parted by a tab, and answers with a line
 * of JSON: the teams by the criteria of the file, with the values of all criteria.
 */
public class TeamStandings {
    private static final int CRITERIA_AT_ONCE = 6;

    /** A team in JSON, with values by the names in files of the criteria. */
    private static String told(String name, Map<String, Integer> values) {
        String counted =
                values.entrySet().stream()
                        .map(each -> "\"" + each.getKey() + "\": " + each.getValue())
                        .collect(Collectors.joining(", "));
        String quoted = name.replace("\\", "\\\\").replace("\"", "\\\"");
        return "{\"team\": \"" + quoted + "\", \"values\": {" + counted + "}}";
    }

    private static int[] criteria() {
        return Arrays.stream(TeamPlacementParameterSet.criteriaLongNames())
                .mapToInt(TeamPlacementParameterSet::criterionUID)
                .filter(criterion -> criterion != 0)
                .toArray();
    }

    /** The values of all criteria by the names of the teams; a set counts six of them at once. */
    private static Map<String, Map<String, Integer>> values(
            TournamentInterface tournament, TeamPlacementParameterSet placement, int round)
            throws Exception {
        Map<String, Map<String, Integer>> found = new LinkedHashMap<>();
        int[] all = criteria();
        for (int first = 0; first < all.length; first += CRITERIA_AT_ONCE) {
            int[] some = Arrays.copyOfRange(all, first, first + CRITERIA_AT_ONCE);
            TeamPlacementParameterSet asked = placement.deepCopy();
            asked.setPlaCriteria(some);
            for (ScoredTeam team : ordered(tournament, asked, round)) {
                Map<String, Integer> own =
                        found.computeIfAbsent(team.getTeamName(), name -> new LinkedHashMap<>());
                for (int i = 0; i < some.length && some[i] != 0; i++)
                    own.put(TeamPlacementParameterSet.criterionLongName(some[i]), team.getCritValue(i));
            }
        }
        return found;
    }

    private static List<ScoredTeam> ordered(
            TournamentInterface tournament, TeamPlacementParameterSet placement, int round)
            throws Exception {
        return tournament.getAnUpToDateScoredTeamsSet(placement, round).getOrderedScoredTeamsList();
    }

    private static String standings(String file, int round) throws Exception {
        TournamentInterface tournament = Gotha.getTournamentFromFile(new File(file));
        TeamPlacementParameterSet placement =
                tournament.getTeamTournamentParameterSet().getTeamPlacementParameterSet();
        List<String> teams = new ArrayList<>();
        Map<String, Map<String, Integer>> values = values(tournament, placement, round);
        for (ScoredTeam team : ordered(tournament, placement, round))
            teams.add(told(team.getTeamName(), values.get(team.getTeamName())));
        return "[" + String.join(", ", teams) + "]";
    }

    /** Answer until standard input ends. */
    public static void main(String[] arguments) throws Exception {
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
        System.setOut(System.err); // what the program itself prints
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = questions.readLine()) != null; ) {
            String[] words = line.split("\t");
            answers.println(standings(words[0], Integer.parseInt(words[1])));
        }
        System.exit(0);
    }
}

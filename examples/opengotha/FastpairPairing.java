package info.vannier.gotha;

import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * OpenGotha's pairing of a round, by fastpair.
 *
 * <p>A running server is asked by HTTP: FASTPAIR_API_KEY=KEY fastpair serve --api --port PORT.
 */
public class FastpairPairing {
    private static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)*)\"";
    private static final Pattern BOARD =
            Pattern.compile("\\{\"table\": (\\d+), \"black\": " + TEXT + ", \"white\": " + TEXT + ",");
    private static final Pattern BYE = Pattern.compile("\"bye\": " + TEXT);
    private static final Pattern MESSAGE = Pattern.compile("\"message\": " + TEXT);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI address;
    private final String key;

    /** A pairing by the server at an address such as http://127.0.0.1:8000/v1. */
    public FastpairPairing(String address, String key) {
        this.address = URI.create(address + "/draw");
        this.key = key;
    }

    /** Pair the next round of a tournament, which is number round from 0, and give its bye. */
    public void pair(TournamentInterface tournament, int round) throws Exception {
        String draw = drawn(tournament);
        Matcher bye = BYE.matcher(draw);
        if (bye.find()) tournament.assignByePlayer(player(tournament, bye.group(1)), round);
        Matcher board = BOARD.matcher(draw);
        while (board.find()) {
            // Of two players OpenGotha itself makes the game, with its colours and its handicap.
            List<Player> both = List.of(player(tournament, board.group(2)), player(tournament, board.group(3)));
            Game game = tournament.makeAutomaticPairing(new ArrayList<>(both), round).get(0);
            game.setTableNumber(Integer.parseInt(board.group(1)) - 1);
            tournament.addGame(game);
        }
    }

    /** The draw of the next round, as fastpair answers it. */
    private String drawn(TournamentInterface tournament) throws Exception {
        File file = File.createTempFile("round", ".xml");
        try {
            ExternalDocument.generateXMLFile(tournament, file);
            HttpRequest request =
                    HttpRequest.newBuilder(address)
                            .header("Authorization", "Bearer " + key)
                            .header("Content-Type", "application/xml")
                            .POST(HttpRequest.BodyPublishers.ofFile(file.toPath()))
                            .build();
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                Matcher message = MESSAGE.matcher(answer.body());
                throw new IllegalStateException(message.find() ? message.group(1) : answer.body());
            }
            return answer.body();
        } finally {
            file.delete();
        }
    }

    private static Player player(TournamentInterface tournament, String key) throws Exception {
        return tournament.getPlayerByKeyString(key.replaceAll("\\\\(.)", "$1"));
    }

    /** Take the games and the bye of a round back. */
    private static void clear(TournamentInterface tournament, int round) throws Exception {
        for (Game game : new ArrayList<Game>(tournament.gamesList(round))) tournament.removeGame(game);
        tournament.unassignByePlayer(round);
    }

    /** Pair a round as OpenGotha's own button does. */
    private static void pairByItself(TournamentInterface tournament, int round) throws Exception {
        ArrayList<Player> players = new ArrayList<>(tournament.playersList());
        players.removeIf(p -> !p.getParticipating(round) || !p.getRegisteringStatus().equals("FIN"));
        if (players.size() % 2 == 1) {
            tournament.chooseAByePlayer(players, round);
            Player bye = tournament.getByePlayer(round);
            players.removeIf(p -> p.hasSameKeyString(bye));
        }
        for (Game game : tournament.makeAutomaticPairing(players, round)) tournament.addGame(game);
    }

    /**
     * Pair a round, from 1, by OpenGotha and then by fastpair, and save the latter: ADDRESS KEY FILE ROUND
     * TARGET. Prints the seconds of both.
     */
    public static void main(String[] arguments) throws Exception {
        FastpairPairing pairing = new FastpairPairing(arguments[0], arguments[1]);
        TournamentInterface tournament = Gotha.getTournamentFromFile(new File(arguments[2]));
        int round = Integer.parseInt(arguments[3]) - 1;
        clear(tournament, round);
        long start = System.nanoTime();
        pairByItself(tournament, round);
        long half = System.nanoTime();
        clear(tournament, round);
        long again = System.nanoTime();
        pairing.pair(tournament, round);
        System.out.println((half - start) / 1e9 + " " + (System.nanoTime() - again) / 1e9);
        ExternalDocument.generateXMLFile(tournament, new File(arguments[4]));
        System.exit(0);
    }
}

# Draws two tournaments by one process of fastpair: each line that it reads is a document, and each
# line that it writes is a draw.
#
#   Rscript draw.R          with fastpair on the PATH, and the package jsonlite
library(jsonlite)

# Who has met in round 1.
played <- data.frame(
  round = 1, table = 1:3,
  black = c("Ann", "Cai", "Eve"), white = c("Bob", "Dee", "Fay"),
  result = c("black wins", "white wins", "black wins")
)

tournament <- function(names, games) {
  list(
    format = unbox("fastpair-tournament"),
    version = unbox(1),
    players = data.frame(key = names, name = names, first_name = "", grade = "1d"),
    games = games,
    draw = list(round = unbox(2))
  )
}

documents <- list(
  tournament(c("Ann", "Bob", "Cai", "Dee", "Eve", "Fay"), played),
  tournament(c("Gil", "Hal"), list())
)
lines <- vapply(documents, function(document) as.character(toJSON(document)), "")
answers <- system2("fastpair", c("draw", "-", "--lines"), input = lines, stdout = TRUE)

for (answer in lapply(answers, fromJSON)) {
  if (answer$format != "fastpair.draw") stop(answer$message)
  boards <- answer$boards
  cat(sprintf("%d. %s - %s\n", boards$table, boards$black, boards$white), sep = "")
}

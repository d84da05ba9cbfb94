# cython: freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""GoDraw's guided random pairing [V 5.3; INTERPRETATION 6.1].

A kernel, because every choice depends on the ones before. ``reference_systems.guided_random`` of the
tests is its definition.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t

import numpy as np


cdef class _Draw:
    """Players by place, the best first, and who has found whom."""

    cdef const int64_t[::1] group
    cdef const int64_t[::1] country
    cdef const int64_t[::1] club
    cdef const int64_t[::1] balance
    cdef const uint8_t[::1] lost
    cdef const uint8_t[::1] owed
    cdef const uint8_t[:, ::1] allowed
    cdef const uint64_t[::1] lots
    cdef Py_ssize_t used
    cdef uint8_t[::1] waiting
    cdef int64_t[::1] country_size
    cdef int64_t[::1] country_first
    cdef int64_t[::1] club_size
    cdef int64_t[::1] club_first
    cdef int64_t[::1] pool
    cdef int64_t[:, ::1] pairs
    cdef Py_ssize_t made

    cdef int64_t drawn(self, Py_ssize_t count) noexcept nogil:
        """One of the first so many players of the pool."""
        cdef uint64_t number = (self.lots[self.used] >> 32) * <uint64_t>count
        self.used += 1
        return self.pool[number >> 32]

    cdef int wish(self, int64_t player) noexcept nogil:
        """1 for White, -1 for Black: what balances the colours, or a lot."""
        cdef uint64_t lot
        if self.balance[player] != 0:
            return -1 if self.balance[player] > 0 else 1
        lot = self.lots[self.used]
        self.used += 1
        return 1 if lot >> 63 else -1

    cdef void pair(self, int64_t one, int64_t other, int wish) noexcept nogil:
        """Let two players meet; the wish is that of the first."""
        self.waiting[one] = self.waiting[other] = False
        self.pairs[self.made, 0] = one if wish > 0 else other
        self.pairs[self.made, 1] = other if wish > 0 else one
        self.made += 1

    cdef int64_t down(self, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
        """Who of a group is drawn down: one who has lost his last game, if there is any."""
        cdef Py_ssize_t i, count = 0
        cdef int wanted
        for wanted in range(1, -1, -1):
            for i in range(first, last):
                if self.waiting[i] and (self.lost[i] or not wanted):
                    self.pool[count] = i
                    count += 1
            if count:
                break
        return self.drawn(count)

    cdef int64_t up(self, int64_t down, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
        """Who of a lower group is drawn up: one who is owed it, if there is any; -1 for nobody."""
        cdef Py_ssize_t i, count = 0
        cdef int wanted
        for wanted in range(1, -1, -1):
            for i in range(first, last):
                if self.waiting[i] and self.allowed[down, i] and (self.owed[i] or not wanted):
                    self.pool[count] = i
                    count += 1
            if count:
                return self.drawn(count)
        return -1

    cdef void count(self, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
        """Count those of a group who wait, by country and by club, and note the first of each."""
        cdef Py_ssize_t i
        for i in range(first, last):
            self.country_size[self.country[i]] = self.club_size[self.club[i]] = 0
        for i in range(last - 1, first - 1, -1):
            if self.waiting[i]:
                self.country_size[self.country[i]] += 1
                self.club_size[self.club[i]] += 1
                self.country_first[self.country[i]] = i
                self.club_first[self.club[i]] = i

    cdef int64_t chooser(self, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
        """Anybody of the largest club of the largest country; -1 if nobody waits."""
        cdef Py_ssize_t i, count = 0
        cdef int64_t country = -1, club = -1
        for i in range(first, last):
            if self.waiting[i] and (
                country < 0 or self.country_size[self.country[i]] > self.country_size[country]
            ):
                country = self.country[i]
        if country < 0:
            return -1
        for i in range(first, last):
            if self.waiting[i] and self.country[i] == country and (
                club < 0 or self.club_size[self.club[i]] > self.club_size[club]
            ):
                club = self.club[i]
        for i in range(first, last):
            if self.waiting[i] and self.country[i] == country and self.club[i] == club:
                self.pool[count] = i
                count += 1
        return self.drawn(count)

    cdef bint further(self, int64_t one, int64_t other, int64_t of) noexcept nogil:
        """Whether one comes from a subgroup that is asked before that of the other."""
        cdef int64_t mine = self.distance(one, of), theirs = self.distance(other, of)
        if mine != theirs:
            return mine > theirs
        if mine == 2:
            if self.country_size[self.country[one]] != self.country_size[self.country[other]]:
                return self.country_size[self.country[one]] > self.country_size[self.country[other]]
            return self.country_first[self.country[one]] < self.country_first[self.country[other]]
        if self.club_size[self.club[one]] != self.club_size[self.club[other]]:
            return self.club_size[self.club[one]] > self.club_size[self.club[other]]
        return self.club_first[self.club[one]] < self.club_first[self.club[other]]

    cdef int64_t distance(self, int64_t one, int64_t of) noexcept nogil:
        """2 for another country, 1 for another club of the country, 0 for the own club."""
        if self.country[one] != self.country[of]:
            return 2
        return self.club[one] != self.club[of]

    cdef int64_t opponent(
        self, int64_t player, int wish, Py_ssize_t first, Py_ssize_t last
    ) noexcept nogil:
        """Whom a player meets within his group, of the other colour if possible; -1 for nobody."""
        cdef Py_ssize_t i, count = 0
        cdef int64_t best = -1
        cdef int fit, most = -1
        for i in range(first, last):
            if self.waiting[i] and self.allowed[player, i] and (
                best < 0 or self.further(i, best, player)
            ):
                best = i
        if best < 0:
            return -1
        for i in range(first, last):
            if not self.waiting[i] or not self.allowed[player, i]:
                continue
            if self.further(best, i, player):
                continue
            fit = 1
            if self.balance[i] != 0:
                fit = 2 if (self.balance[i] > 0) == (wish > 0) else 0
            if fit > most:
                most = fit
                count = 0
            if fit == most:
                self.pool[count] = i
                count += 1
        return self.drawn(count)

    cdef void run(self) noexcept nogil:
        cdef Py_ssize_t n = self.group.shape[0], first = 0, last, below, i, end
        cdef int64_t player, other
        cdef int wish
        while first < n:
            last = self.end(first)
            end = 0
            for i in range(first, last):
                end += self.waiting[i]
            if end % 2 and last < n:
                player = self.down(first, last)
                other = -1
                below = last
                while other < 0 and below < n:
                    end = self.end(below)
                    other = self.up(player, below, end)
                    below = end
                if other >= 0:
                    self.pair(player, other, self.wish(player))
            while True:
                self.count(first, last)
                player = self.chooser(first, last)
                if player < 0:
                    break
                wish = self.wish(player)
                other = self.opponent(player, wish, first, last)
                if other >= 0:
                    self.pair(player, other, wish)
                else:
                    self.waiting[player] = False
            first = last

    cdef Py_ssize_t end(self, Py_ssize_t first) noexcept nogil:
        """Behind the last player of the group that begins here."""
        cdef Py_ssize_t n = self.group.shape[0], last = first
        while last < n and self.group[last] == self.group[first]:
            last += 1
        return last


def guided_random(
    const int64_t[::1] group,
    const int64_t[::1] country,
    const int64_t[::1] club,
    const int64_t[::1] balance,
    lost,
    owed,
    allowed,
    const uint64_t[::1] lots,
):
    """Pair every group at random, guided by homes and colours.

    Parameters
    ----------
    group : (n,) int64
        Equal for players of a group, who stand next to each other; the best group first.
    country, club : (n,) int64
        From 0 to n - 1; a club is of one country.
    balance : (n,) int64
        Games with White minus games with Black.
    lost, owed : (n,) bool
        Who has lost his last game, and who is owed a game with a higher group.
    allowed : (n, n) bool
        Who may meet, symmetric, false on the diagonal. Nothing is checked.
    lots : (6 n,) uint64
        The first ones are used.

    Returns
    -------
    (m, 2) int64
        Places of the pairs, White first.
    """
    cdef Py_ssize_t n = group.shape[0]
    cdef _Draw draw = _Draw()
    draw.group, draw.country, draw.club, draw.balance = group, country, club, balance
    draw.lost = lost.view(np.uint8)
    draw.owed = owed.view(np.uint8)
    draw.allowed = allowed.view(np.uint8)
    draw.lots, draw.used, draw.made = lots, 0, 0
    draw.waiting = np.ones(n, dtype=np.uint8)
    draw.country_size, draw.country_first, draw.club_size, draw.club_first, draw.pool = (
        np.zeros((5, n), dtype=np.int64)
    )
    pairs = np.empty((n // 2, 2), dtype=np.int64)
    draw.pairs = pairs
    with nogil:
        draw.run()
    return pairs[: draw.made]

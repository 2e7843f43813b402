// A small game of hidden hands on boardgame.io, kept in memory: what our server is measured beside.
// Everybody has four cards face down; a turn draws a card and puts it in place of one of them.
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');
const { Origins, Server } = require('boardgame.io/server');

const CARDS = 54;
const VALUES = 13;
const MOVES = Number(process.env.MOVES ?? 100);

const newDeck = (random) => random.Shuffle(Array.from({ length: CARDS }, (_, card) => card % VALUES));

const swap = {
  name: 'swap',
  setup: ({ ctx, random }) => {
    const deck = newDeck(random);
    const players = {};
    for (let seat = 0; seat < ctx.numPlayers; seat++) players[seat] = { hand: deck.splice(0, 4) };
    return { secret: { deck }, players, discard: deck.pop(), moves: 0 };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    swap: {
      client: false,
      redact: true,
      move: ({ G, random, playerID }, slot) => {
        const { hand } = G.players[playerID];
        if (!(slot in hand)) return INVALID_MOVE;
        if (G.secret.deck.length === 0) G.secret.deck = newDeck(random);
        G.discard = hand[slot];
        hand[slot] = G.secret.deck.pop();
        G.moves += 1;
      },
    },
  },
  endIf: ({ G }) => (G.moves >= MOVES ? { isDone: true } : undefined),
};

Server({ games: [swap], origins: [Origins.LOCALHOST] }).run({ port: Number(process.env.PORT) });

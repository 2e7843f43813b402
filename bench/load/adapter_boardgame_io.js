// Drives matches of `boardgame_io_server.js`: its lobby by HTTP, its moves by socket.io.
const { io } = require('socket.io-client');

const GAME = 'swap';

const ask = async (url, body) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
};

exports.createMatch = async (url, players) => {
  const { matchID } = await ask(`${url}/games/${GAME}/create`, { numPlayers: players });
  const credentials = [];
  for (let seat = 0; seat < players; seat++) {
    const words = { playerID: String(seat), playerName: `Player ${seat}` };
    const joined = await ask(`${url}/games/${GAME}/${matchID}/join`, words);
    credentials.push(joined.playerCredentials);
  }
  return { matchID, credentials, players };
};

exports.connect = (url) => new Promise((done, fail) => {
  const socket = io(`${url}/${GAME}`, { transports: ['websocket'], forceNew: true, reconnection: false });
  socket.on('connect', () => done(socket));
  socket.on('connect_error', fail);
});

exports.join = (socket, match, number, tell) => new Promise((done) => {
  const told = ({ _stateID, ctx }) => ({
    version: _stateID, turn: Number(ctx.currentPlayer), over: ctx.gameover !== undefined,
  });
  socket.removeAllListeners('update');
  socket.removeAllListeners('sync');
  socket.on('update', (id, state) => { if (id === match.matchID) tell(told(state)); });
  socket.on('sync', (id, { state }) => {
    if (id !== match.matchID) return;
    tell({ ...told(state), sync: true });
    done();
  });
  socket.emit('sync', match.matchID, String(number), match.credentials[number], match.players);
});

exports.expect = (version) => version + 1; // a move and the end of its turn are one step

exports.move = (socket, match, number, version, n) => {
  const playerID = String(number);
  const payload = { type: 'swap', args: [n % 4], playerID, credentials: match.credentials[number] };
  socket.emit('update', { type: 'MAKE_MOVE', payload }, version, match.matchID, playerID);
};

// Drives two-seat tables of a Purrlor server: one HTTP device and one socket for each seat.
const WebSocket = require('ws');

const ask = async (url, path, cookie, body) => {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const set = answer.headers.get('set-cookie');
  return { cookie: cookie || set.split(';')[0], body: await answer.json() };
};

// Several servers, parted by commas: each seat comes by another one.
const server = (url, number) => { const all = url.split(','); return all[number % all.length]; };

const game = process.env.PURRLOR_GAME || 'rat-a-tat-cat';
const options = JSON.parse(process.env.PURRLOR_OPTIONS || '{"rounds":50}');

exports.createMatch = async (url, players) => {
  const host = await ask(server(url, 0), '/api/tables', '', {
    game, nickname: 'Player 0', options: { players, ...options },
  });
  const code = host.body.code;
  const cookies = [host.cookie];
  for (let seat = 1; seat < players; seat++) {
    const guest = await ask(server(url, seat), `/api/tables/${code}/seats`, '', { nickname: `Player ${seat}` });
    cookies.push(guest.cookie);
  }
  await ask(server(url, 0), `/api/tables/${code}/start`, host.cookie, {});
  return { code, cookies };
};

exports.connect = async (url) => ({ url: url.replaceAll('http', 'ws'), socket: null, legal: [] });

exports.join = (seat, match, number, tell) => new Promise((done, fail) => {
  if (seat.socket) seat.socket.terminate();
  const socket = new WebSocket(`${server(seat.url, number)}/api/tables/${match.code}/socket`, {
    headers: { cookie: match.cookies[number] }, perMessageDeflate: false,
  });
  seat.socket = socket;
  socket.on('error', fail);
  socket.on('message', (data) => {
    const message = JSON.parse(data);
    if (message.type === 'refused') throw new Error(message.sentence);
    if (message.type !== 'standing' && message.type !== 'step') return;
    seat.legal = message.legal;
    seat.game = message.game;
    const state = { version: message.number, turn: message.actors[0], over: !!message.outcome };
    if (message.type === 'standing') { tell({ ...state, sync: true }); done(); }
    else tell({ ...state, bytes: data.length });
  });
});

exports.expect = (version) => version + 1;

let id = 0;
exports.move = (seat, match, number, version, n) => {
  const quiet = seat.legal.filter((action) => action.type !== 'knock');
  const actions = [(quiet.length ? quiet : seat.legal)[n % (quiet.length || seat.legal.length)]];
  seat.socket.send(JSON.stringify({
    type: 'play', id: `c${id++}`, seat: number, game: seat.game, number: version, actions,
  }));
};

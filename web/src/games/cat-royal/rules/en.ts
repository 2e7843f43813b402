import type { RuleBook } from '../../rules';

const book: RuleBook = {
  short: [
    'Bring your king, knight, citizen and jester once round the ring and home. A card says how far a figure goes. Land on a figure and it goes back to the start; overtaking goes by rank.',
    'Wormholes throw figures across the board, and once a hand you may cheat by one step, if nobody catches you. The first with four figures at home wins. For 2 to 4 players.',
  ],
  chapters: [
    {
      id: 'K1',
      title: 'Board, figures, cards',
      clauses: [
        {
          id: 'K1.1',
          name: 'The board',
          text: [
            'A ring of 64 fields, played clockwise, for 2 to 4 players. The colours are green, yellow, red and blue in seating order; two players are green and red, opposite each other. Each colour has a start field, a start area for its four figures, and a goal lane of four fields that branches off behind its start field. A colour nobody plays has no figures, and its start field is a field like any other.',
          ],
        },
        { id: 'K1.2', name: 'Your four', text: ['From the highest rank to the lowest: king, knight, citizen, jester.'] },
        {
          id: 'K1.3',
          name: '110 cards',
          text: [
            'Blue: 2, 3, 5, 6, 8, 9 and 12, seven of each. Green: 4± and 10, seven of each. Red: seven 1–7, ten start/1/11, ten start/13, seven swaps, six magnets, seven copies.',
          ],
        },
        { id: 'K1.4', name: 'Four wormholes', text: ['At first they lie ten fields after each start field, however many play.'] },
        { id: 'K1.5', name: 'All at the start', text: ['All figures begin in their start areas.'] },
      ],
    },
    {
      id: 'K2',
      title: 'How it goes',
      clauses: [
        {
          id: 'K2.1',
          name: 'Hands of five',
          text: [
            'Everybody is dealt five cards and plays one a turn. When all are played, five new ones are dealt: that is the next hand. If the draw pile is too small for a deal, it is first shuffled together with the discards. The first seat opens every hand.',
          ],
        },
        {
          id: 'K2.2',
          name: 'One card, one figure',
          text: ['On your turn you play one card with one figure and use its full value. If you can play, you must. If no card can be played, discard one of your choice, and the turn passes.'],
        },
        {
          id: 'K2.3',
          name: 'Who wins',
          text: ['Whoever first has all four figures in the goal wins on the spot. The others are placed by how many figures they have there; equal numbers share a place. With partners both partners’ figures count together.'],
        },
        { id: 'K2.4', name: 'How long', text: ['A game takes as long as it takes. (Only simulations stop after 2,000 turns.)'] },
      ],
    },
    {
      id: 'K3',
      title: 'Overtaking and capturing',
      clauses: [
        { id: 'K3.1', name: 'Landing captures', text: ['A field holds one figure. Land on a figure and you capture it: it goes back to its start area. Passing never captures.'] },
        {
          id: 'K3.2',
          name: 'Overtaking goes by rank',
          text: ['A figure overtakes figures of its own rank or a lower one, also of its own colour. The king passes everyone; the knight knights, citizens and jesters; the citizen citizens and jesters; the jester only jesters.'],
        },
        { id: 'K3.3', name: 'Capturing does not', text: ['Every figure captures every other, even one of its own colour, unless a rule below protects it.'] },
        {
          id: 'K3.4',
          name: 'The king',
          text: ['The king is captured in three cases only: by another player’s king; by any figure while he stands on the start field of another colour in play; and by any figure moved by a green card. The last two hold for figures of his own colour too.'],
        },
        {
          id: 'K3.5',
          name: 'Safe on your own start field',
          text: ['A figure on its own start field is protected. It cannot be captured or swapped, and nobody passes it, whatever the colour. Only a knight passes it, where his rank allows, on his own start field as well.'],
        },
        { id: 'K3.6', name: 'Guests on a start field', text: ['A foreign figure on a start field is not protected. The owner of the field may always capture it, by starting a figure or by landing there, even a king. Overtaking it goes by rank.'] },
        { id: 'K3.7', name: 'Peace at home', text: ['In the goal nobody is captured or swapped. Overtaking there goes by rank as everywhere, and K3.9 holds there too.'] },
        { id: 'K3.8', name: 'All or nothing', text: ['A move that would pass or hit a figure unlawfully cannot be made. A figure never stops short of what is in its way.'] },
        {
          id: 'K3.9',
          name: 'Green cards ignore rank',
          text: [
            'A figure moved by a green card overtakes anyone and may capture a king. Going forward, a figure protected by K3.5 still bars the way; but a knight moved by a green card passes even a king there. Going back with a 4 a figure jumps everyone, but never lands on a protected figure.',
          ],
        },
      ],
    },
    {
      id: 'K4',
      title: 'Start and goal',
      clauses: [
        { id: 'K4.1', name: 'Starting', text: ['A start card brings a figure of your choice from the start area to your start field, unless one of yours is standing there.'] },
        {
          id: 'K4.2',
          name: 'The way home',
          text: [
            'Behind its own start field a figure goes on along the ring or turns into the goal. A move that begins on the own start field cannot enter. Laps are not counted: a figure that has come to stand before its start field in whatever way (4 back, a wormhole, a swap) may enter.',
          ],
        },
        { id: 'K4.3', name: 'Exactly', text: ['You must reach a free goal field exactly, and lawfully overtake whomever you pass; a figure on the own start field bars the way as in K3.5. If a move could either enter or run past, you choose.'] },
        { id: 'K4.4', name: 'Inside the goal', text: ['Figures may move on in the goal, forward and by exact values. A 4 back neither enters the goal nor leaves it nor moves anything in it.'] },
        { id: 'K4.5', name: 'The jester’s privilege', text: ['A jester who enters the goal from the ring may let 1 or 2 points of the card lapse, as you choose. Nobody else may, and nowhere else.'] },
      ],
    },
    {
      id: 'K5',
      title: 'What the cards do',
      clauses: [
        {
          id: 'K5.1',
          name: 'Numbers',
          text: ['Blue cards: forward by their number. 1–7: forward by 1 to 7, with one figure. 4±: four forward or four back. 10: ten forward. Start/1/11: start a figure, or go 1 or 11. Start/13: start a figure, or go 13.'],
        },
        {
          id: 'K5.2',
          name: 'The king walks',
          text: ['He goes with 2, 3, 5, 6, 1–7, 4± both ways and the 1 of start/1/11. He is started, swapped and drawn by magnets like anyone, and goes with a copy if the copied card would do. He never goes 8, 9, 10, 11, 12 or 13.'],
          ruling: 'The source lets the king go with values from 1 to 7 and with start cards, and leaves open whether he goes their 11 and 13. We let him start and go the 1: the others are no values from 1 to 7.',
        },
        {
          id: 'K5.3',
          name: 'Swap',
          text: ['One of your figures on the ring changes places with another player’s figure on the ring, kings included. Figures on their own start field, in a goal or in a start area take no part. If it is all you can play, you must, whatever it costs. Without such a pair it cannot be played.'],
        },
        {
          id: 'K5.4',
          name: 'Magnet',
          text: ['One of your figures on the ring is drawn forward to the field just before the next figure on the ring. It passes nobody, captures nobody and never turns into the goal. It needs another figure on the ring and at least one step to go.'],
        },
        {
          id: 'K5.5',
          name: 'Copy',
          text: ['It stands for the card played last, by whomever, with all its choices and its colour. A discarded card does not count as played. A copy cannot be the first card of a game, nor follow another copy.'],
        },
      ],
    },
    {
      id: 'K6',
      title: 'Wormholes',
      clauses: [
        {
          id: 'K6.1',
          name: 'Falling through',
          text: [
            'A figure that lands on a wormhole, by whatever card, first captures there as usual and then goes to one of the other wormholes, at random, and no further. A magnet’s figure goes through as well, and so do both figures of a swap: they are put down first, then yours goes, then the other, unless yours has just captured it. Each captures as its own colour.',
          ],
        },
        { id: 'K6.2', name: 'Someone at the exit', text: ['A figure at the exit is captured if this card and the rules allow it; a magnet never captures. If not, another exit is drawn. If none is left, the figure stays where it landed.'] },
        {
          id: 'K6.3',
          name: 'Moving the wormholes',
          text: ['Once a hand, while another player is on turn, you may move all four wormholes to random free fields, none of them a start field or where a wormhole was. Figures stay where they are. On a phone you cover the light sensor.'],
        },
      ],
    },
    {
      id: 'K7',
      title: 'Cheating and accusing',
      clauses: [
        {
          id: 'K7.1',
          name: 'One step off',
          text: [
            'Once a hand you may make the value of your card one less or one more, on a phone by tilting it left or right. Only number moves can be cheated: blue cards, 1–7, 4± (3 or 5 the way you chose), 10, the 1, 11 and 13 of the start cards, and copies of these. The changed move must keep all rules, and at least one step must remain.',
            'Whether the king may go is decided by the printed value: 7+1 yes, 8−1 and 11−1 no. On a 1–7 the value you choose is what changes, so it reaches from 1 to 8; a cheat nobody could see is still a cheat.',
          ],
        },
        { id: 'K7.2', name: 'Nobody knows', text: ['The others see the card and where the figure went, never that you cheated. Nobody has to cheat: what you must play (K2.2) are honest moves.'] },
        {
          id: 'K7.3',
          name: 'Accusing',
          text: [
            'On your turn, before playing, you may accuse one other player, once a turn, if a figure of yours is out. If that player cheated since your previous turn and was not yet punished, one of their figures, drawn at random, goes back to its start area; start field and goal are no refuge. If not, one of yours does.',
            'If the accused is guilty but has no figure out, nothing happens and the cheat stays open. A cheat can be accused until its player is on turn again. No move is taken back, and your turn goes on.',
          ],
          ruling: 'The sources do not say which figure goes back. We draw one of all that are out, so that nobody chooses and nothing is safe.',
        },
        { id: 'K7.4', name: 'Without', text: ['A table may switch off cheating (and accusing), or the wormholes.'] },
      ],
    },
    {
      id: 'K8',
      title: 'Partners',
      clauses: [
        {
          id: 'K8.1',
          name: 'Two against two',
          text: [
            'Partners sit opposite each other, and the side whose eight figures are all home wins. When your own four are home, you move your partner’s figures with your own cards; cards are never exchanged. Partners capture, swap and accuse each other like anybody.',
            'While you move your partner’s figures, the rules apply as for your partner’s colour, but cheating and punishment stay with you. If you lose a figure from home, you move your own again.',
          ],
        },
      ],
    },
    {
      id: 'K9',
      title: 'What you can see',
      clauses: [
        {
          id: 'K9.1',
          name: 'Open and secret',
          text: [
            'Everyone sees the board, the wormholes, all cards played and discarded, how many cards each player holds, and who has moved the wormholes. Your hand and your cheat are yours alone. Until the game is over nothing tells whether somebody cheated; only an accusation that succeeds gives that one cheat away. The record of a finished game is open.',
          ],
        },
      ],
    },
  ],
};
export default book;

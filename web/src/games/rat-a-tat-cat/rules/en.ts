import type { RuleBook } from '../../rules';

const book: RuleBook = {
  short: [
    'Four cards lie face down before you, and you have seen only the two at the ends. Cats are low and good, rats are high and bad. Turn by turn you swap rats for cats. When you think your row is the lowest, knock: the others get one more turn, then all cards are turned up.',
    'The fewest points win. For 2 to 6 players.',
  ],
  chapters: [
    {
      id: 'R1',
      title: 'The cards',
      clauses: [
        {
          id: 'R1.1',
          name: 'Cats, rats and powers',
          text: [
            'The deck has 54 cards: four of each number from 0 to 8, nine 9s, and three each of Peek, Swap and Draw 2.',
            'The numbers 0 to 6 are cats (28 cards), 7 to 9 are rats (17 cards). A power card is worth nothing by itself, neither good nor bad.',
          ],
        },
        { id: 'R1.2', name: 'Who plays, who wins', text: ['Two to six play. The lowest score wins.'] },
      ],
    },
    {
      id: 'R2',
      title: 'Before a round',
      clauses: [
        {
          id: 'R2.1',
          name: 'Your row of four',
          text: [
            'Everybody is dealt four cards, one at a time, beginning on the dealer’s left. They lie face down in a row and stay in their places. Do not look yet. Who deals the first round is drawn by lot, unless the table chooses a seat.',
          ],
        },
        {
          id: 'R2.2',
          name: 'The piles',
          text: [
            'The other cards are the draw pile. Its top card is turned up to begin the discard pile. If it is a power card, it goes back to a random place in the draw pile and the top card is turned again, until a number lies there.',
          ],
        },
        {
          id: 'R2.3',
          name: 'The first look',
          text: [
            'Now everybody looks at the two cards at the ends of their own row, once, and says when they have seen them. Your look ends when you say so; the first turn begins when all have. A power card you find there just stays, without power.',
          ],
        },
        { id: 'R2.4', name: 'Who begins', text: ['The player on the dealer’s left begins. Play goes clockwise.'] },
      ],
    },
    {
      id: 'R3',
      title: 'Your turn',
      clauses: [
        { id: 'R3.1', name: 'Take or draw', text: ['Take the top card of the discard pile, or draw the top card of the draw pile. You cannot pass.'] },
        {
          id: 'R3.2',
          name: 'When you take',
          text: [
            'A card from the discard pile must replace one of your four, and the card it replaces goes face up on the discard pile. Everybody saw what you took, so everybody knows what lies there now.',
          ],
        },
        {
          id: 'R3.3',
          name: 'Spent power cards',
          text: ['A power card on the discard pile is spent: while it lies on top you cannot take it. A table may allow it as a house rule.'],
        },
        {
          id: 'R3.4',
          name: 'When you draw',
          text: ['Look at the card, then do one of three things: put it in place of one of your four without showing it; use it, if it is a power card; or discard it face up.'],
        },
        {
          id: 'R3.5',
          name: 'A power card in your row',
          text: ['A power card you drew may go into your row like any other card, face down. It has no power there. A table may forbid this for drawn cards as a house rule.'],
          ruling: 'The printed rules let a drawn card replace one of the four, and name no exception for power cards.',
        },
        { id: 'R3.6', name: 'No power on the way out', text: ['If a card that leaves your row turns out to be a power card, nothing happens.'] },
        {
          id: 'R3.7',
          name: 'When the draw pile is empty',
          text: [
            'If no card is left to draw when your cards are played (before you knock, R5.1), all discards are shuffled into a new draw pile and a new first card is turned as in R2.2. If a card must be drawn in the middle of a turn or of the count (R6.2), the same is done first, with all discards so far. Power cards that come back this way have their power again.',
          ],
        },
      ],
    },
    {
      id: 'R4',
      title: 'Power cards',
      clauses: [
        { id: 'R4.1', name: 'Only if you like', text: ['A power works only when you draw the card from the draw pile, and you never have to use it: you may just discard it.'] },
        { id: 'R4.2', name: 'Peek', text: ['Look at one of your own four cards, even one you know. The Peek is discarded and your turn is over.'] },
        {
          id: 'R4.3',
          name: 'Swap',
          text: [
            'Exchange one of your cards with one card of another player. Nobody looks at either. The Swap is discarded and your turn is over. Whoever knew one of the two cards still knows it in its new place.',
          ],
        },
        { id: 'R4.4', name: 'Swapping with the knocker', text: ['You may swap with the player who has knocked like with any other. A table may forbid it as a house rule.'] },
        {
          id: 'R4.5',
          name: 'Draw 2',
          text: [
            'Discard it and draw the next card. If you do anything with that card (keep it, peek, swap), that was it. If you discard it unused, you draw a second card, and that one you keep, use or discard. Both come from the draw pile, never from the discards.',
          ],
        },
        { id: 'R4.6', name: 'Draw 2 after Draw 2', text: ['If a Draw 2 turns up during a Draw 2 and you use it, everything begins again: from there you have two draws, whatever was left of the first.'] },
      ],
    },
    {
      id: 'R5',
      title: 'Knocking',
      clauses: [
        {
          id: 'R5.1',
          name: 'Rat-a-tat cat!',
          text: ['At the very end of your turn you may knock, even on your first. Knocking costs nothing and earns nothing. A round may take as many turns as it takes.'],
        },
        {
          id: 'R5.2',
          name: 'The last lap',
          text: [
            'After the knock every other player has exactly one more turn; the knocker has none. Nobody else can knock. On the last lap your turn ends by itself with your last card, except after a Peek: then you end it yourself, so that you have time to look.',
          ],
        },
      ],
    },
    {
      id: 'R6',
      title: 'Counting',
      clauses: [
        { id: 'R6.1', name: 'Cards up', text: ['All cards are turned up.'] },
        {
          id: 'R6.2',
          name: 'Power cards make way',
          text: [
            'Each power card in a row is discarded, without effect, and replaced from the draw pile, beginning with the player on the dealer’s left and going through each row from left to right. If the new card is a power card too, it is replaced in the same way.',
          ],
        },
        {
          id: 'R6.3',
          name: 'Your points',
          text: [
            'You score the sum of your four cards. If the game goes on, all cards are collected, the deal passes to the left and the next round is dealt. What everybody had stays open to look at. After the last round the rows stay on the table, face up.',
          ],
        },
      ],
    },
    {
      id: 'R7',
      title: 'The end of the game',
      clauses: [
        { id: 'R7.1', name: 'By rounds', text: ['The game is over after the agreed number of rounds: five, unless you choose another number.'] },
        { id: 'R7.2', name: 'By time', text: ['When the agreed minutes have passed, the round that has been dealt is played to its end, and no other starts.'] },
        {
          id: 'R7.3',
          name: 'By points',
          text: [
            'Whoever reaches the limit (100, or any number from 20 to 500) is out, and exactly the limit counts as reached. The last one left wins. If nobody is left, the lowest total among those who went out in that last round wins. Players who are out get no cards and no turns.',
          ],
        },
        {
          id: 'R7.4',
          name: 'Places',
          text: [
            'Otherwise the lowest total wins, and equal totals share a place: 1, 1, 3. When you play by points (R7.3), whoever went out later is placed higher, and within one round the lower total.',
          ],
        },
      ],
    },
    {
      id: 'R8',
      title: 'Young players',
      clauses: [
        { id: 'R8.1', name: 'Open ends', text: ['The two cards at the ends of every row lie face up all round long, for everyone to see. A card that is put there lies face up too.'] },
        { id: 'R8.2', name: 'Swaps inside', text: ['A Swap exchanges inner cards only, those of both players. All else stays the same.'] },
      ],
    },
    {
      id: 'R9',
      title: 'What you can see',
      clauses: [
        { id: 'R9.1', name: 'Open to all', text: ['The discards, a card taken from the discard pile, which places are peeked at, replaced or swapped, who has knocked, and how many cards the piles have.'] },
        { id: 'R9.2', name: 'For your eyes only', text: ['Your two end cards at the first look, a card you drew until you discard it or put it down face up (R8.1), and a card you peek at.'] },
        {
          id: 'R9.3',
          name: 'Remembering is the game',
          text: [
            'You see a card only as long as you may look at it: during the first look, while it is drawn, and a peeked card until your turn ends. With the memory aid everything you have seen and still know stays in sight; spectators and players who are out then see what has lain open to all, and nothing that players saw in private.',
          ],
        },
      ],
    },
  ],
};
export default book;

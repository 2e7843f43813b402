import type { RuleBook } from '../../rules';

const book: RuleBook = {
  short: [
    'You are a cat of good family who collects turkeys, chickens and peacocks, and pretends not to be hungry. Each round you split your new cards into an open and a closed bid. Your neighbour keeps one of them; the other comes back to you.',
    'What you win lies before you, within reach of greedy birdoholics, until a noble cat escorts it under your palace. Nobles cost points, so wait as long as you dare. The most points under the palace win. For 2 to 5 players.',
  ],
  chapters: [
    {
      id: 'C1',
      title: 'The cards',
      clauses: [
        {
          id: 'C1.1',
          name: 'Blue backs: 90 cards',
          text: [
            'Birds: 28 turkeys, 21 chickens, 14 peacocks. Minus birds: 2 skinny turkeys, 2 frightened chickens, 2 plucked peacocks. Nobles: 6 duchesses, 5 baronesses, 4 marquesses. And 2 royal cats and 4 birdoholics.',
          ],
        },
        { id: 'C1.2', name: 'Red backs: 15 cards', text: ['6 diva birds, 1 queen, 2 catastrophes and 6 bonus cards. They come late in the game.'] },
        {
          id: 'C1.3',
          name: 'Three species, three nobles',
          text: ['The duchess belongs to the turkeys, the baroness to the chickens, the marquess to the peacocks. Minus birds and divas belong to the species in their name.'],
        },
        {
          id: 'C1.4',
          name: 'Values',
          text: [
            'Every bird and cat has a value. The printed rules tell some of them in words: the queen is worth −1, a bonus card 5, minus birds and nobles cost points, divas are worth more than other birds. The rest we have reconstructed: all other values, how many birds the bonus cards ask for (8 turkeys, 6 chickens, 4 peacocks), and that there are two divas of each species and one of each bonus card. If you own the printed game, enter what stands on your cards when you open a table.',
          ],
          table: {
            head: ['Card', 'Value'],
            rows: [
              ['Turkey, chicken, peacock', '1, 2, 3'],
              ['Skinny turkey, frightened chicken, plucked peacock', '−1, −2, −3'],
              ['Diva turkey, diva chicken, diva peacock', '4, 5, 6'],
              ['Duchess, baroness, marquess', '−1, −2, −3'],
              ['Royal cat', '−2'],
              ['Queen', '−1'],
              ['Bonus card, if met', '5'],
            ],
          },
        },
      ],
    },
    {
      id: 'C2',
      title: 'Setting up',
      clauses: [
        {
          id: 'C2.1',
          name: 'Blue piles',
          text: [
            'Two to five play. The blue cards are shuffled and laid out in face-down piles; what is not needed is left out. With two players, two nobles of each kind are taken out before the shuffle and six random cards after it.',
          ],
          table: {
            head: ['Players', 'Piles', 'Smaller piles', 'Left out'],
            rows: [
              ['5', '4 of 15', '3 of 10', 'none'],
              ['4', '5 of 12', '3 of 8', '6'],
              ['3', '7 of 9', '4 of 6', '3'],
              ['2', '6 of 10', '3 of 6', '6 nobles and 6 others'],
            ],
          },
        },
        {
          id: 'C2.2',
          name: 'Red cards on top',
          text: [
            'The red cards are shuffled and laid on the smaller piles: 5 on each with five players, 4 with four or two players, 3 with three (3 red cards are left out then, and with four or two). Now all piles are equally high. Nobody sees what is left out; that two of each noble are among it with two players is no secret.',
          ],
        },
        {
          id: 'C2.3',
          name: 'As many rounds as piles',
          text: ['With 5, 4, 3 or 2 players the game has 7, 8, 11 or 9 rounds. The piles with red cards come last: the last four rounds with three players, otherwise the last three.'],
        },
        {
          id: 'C2.4',
          name: 'The deal',
          text: ['Each round one whole pile is dealt, one card at a time: three cards to everyone, five with two players. In a red round one of your cards is red, with two players two.'],
        },
        {
          id: 'C2.5',
          name: 'Left or right',
          text: ['With three or more players the bids of a round go left or right. Chance decides it for round 1, then it alternates. Two players simply offer to each other.'],
        },
      ],
    },
    {
      id: 'C3',
      title: 'Bidding',
      clauses: [
        { id: 'C3.1', name: 'Split your cards', text: ['All bid at the same time. Put every card you were just dealt into your open or your closed bid. Either bid may stay empty.'] },
        {
          id: 'C3.2',
          name: 'Add from your table',
          text: ['From round 2 on you may add up to two cards, over both bids together, that lie before you: birds of any kind, nobles, royal cats, the queen. What is under your palace stays there.'],
        },
        {
          id: 'C3.3',
          name: 'Sealed, then shown',
          text: [
            'Bids are secret until everyone has sealed. Until then the others see you as you were right after the deal, and whether you have sealed. Then the open bids are seen by all. Of a closed bid everybody sees how many cards it has and which backs are blue or red. Nobody says what was picked up from a table, but tables are open, so you can work it out.',
          ],
        },
        {
          id: 'C3.4',
          name: 'Choose one of two',
          text: ['Your two bids go to your neighbour in this round’s direction. Everyone secretly chooses one of the two bids they are offered, and all choices are shown together. You may choose an empty bid; it brings nothing.'],
        },
        { id: 'C3.5', name: 'Take two bids', text: ['You get the bid you chose, and your own bid that was not chosen. Whoever takes a closed bid sees it now.'] },
      ],
    },
    {
      id: 'C4',
      title: 'Collecting',
      clauses: [
        { id: 'C4.1', name: 'Lay them out', text: ['Your cards lie face up before you, sorted by species. Royal cats and the queen lie apart; they belong to no species until you use them.'] },
        { id: 'C4.2', name: 'Bonus cards', text: ['A bonus card goes under your palace at once and is never offered again. Whoever saw it knows which it is; the others only know that there is one.'] },
        {
          id: 'C4.3',
          name: 'Having a species',
          text: ['You have a species if at least one of its birds lies before you, even if together they are worth nothing or less. Nobles alone are no species. Its value is that of its birds, old and new; cats do not count.'],
        },
        {
          id: 'C4.4',
          name: 'Birdoholics and catastrophes',
          text: [
            'They come last and act together. Rank your species by value as they lie before anything is taken; you break ties. The catastrophes take one species each from the top. Then each birdoholic takes the best species that is left, but never the one ranked first. All birds of the species go; nobles and royals stay.',
          ],
          table: {
            head: ['You collected', 'With three species you lose'],
            rows: [
              ['1 birdoholic', 'the second'],
              ['2 or more birdoholics', 'all but the first'],
              ['1 catastrophe', 'the first'],
              ['1 catastrophe, 1 birdoholic', 'the first and the second'],
              ['2 catastrophes', 'the first and the second'],
              ['1 catastrophe, 2 or more birdoholics', 'all'],
              ['2 catastrophes, 1 or more birdoholics', 'all'],
            ],
          },
        },
        { id: 'C4.5', name: 'An only species', text: ['If you had just one species, birdoholics take nothing. A catastrophe takes even that one. Without birds you lose nothing.'] },
        {
          id: 'C4.6',
          name: 'Ties',
          text: [
            'When a tie makes a difference to what you lose, you choose: name one species at a time until your loss is settled. You can name only a species that could go either way. Until then the cards stay before you, then all goes together. The others do not wait for you, but securing begins only when all ties are broken.',
          ],
        },
        { id: 'C4.7', name: 'Gone', text: ['Birdoholics, catastrophes and the birds they took go onto an open discard pile.'] },
      ],
    },
    {
      id: 'C5',
      title: 'Securing',
      clauses: [
        { id: 'C5.1', name: 'Under the palace', text: ['At the end of every round, the last included, you may secure as many species as you like, all at the same time. All birds of a species, at least one, go under your palace together with the cats that escort them.'] },
        {
          id: 'C5.2',
          name: 'Who escorts',
          text: ['If matching nobles lie before you, all of them go, and no royal does. If there is none, one royal goes: a royal cat or the queen, as you like. With neither you cannot secure. Each species needs cats of its own.'],
        },
        { id: 'C5.3', name: 'Once more, once more a cat', text: ['To secure more birds of the same species later, you need a cat again.'] },
        { id: 'C5.4', name: 'Closed doors', text: ['Everyone sees what is being secured. After that only you may look under your palace; the others know how many cards are there, and may remember which. At the end all palaces are opened.'] },
        { id: 'C5.5', name: 'Everybody, every round', text: ['Everyone seals, chooses and says done in every round, also when there is nothing to decide.'] },
      ],
    },
    {
      id: 'C6',
      title: 'The end',
      clauses: [
        { id: 'C6.1', name: 'Too late', text: ['After the last round everything still on the tables is discarded. It counts neither for nor against you.'] },
        {
          id: 'C6.2',
          name: 'Your score',
          text: [
            'Add up all birds and cats under your palace, and 5 points for each bonus card that is met. A “no” card is met if there is no bird of that species under your palace, a number card if there are that many or more. Divas and minus birds count as birds of their species; cats do not count. A bonus card that is not met is worth 0.',
          ],
        },
        { id: 'C6.3', name: 'The winner', text: ['The most points win. Equal scores share a place: 1, 1, 3. A score can be below zero.'] },
      ],
    },
    {
      id: 'C7',
      title: 'Variants',
      clauses: [
        {
          id: 'C7.1',
          name: 'Beginners’ game',
          text: ['Exactly one matching noble escorts a species; other nobles stay before you. A royal goes only if there is no matching noble. Nothing is picked up from the table for a bid.'],
        },
        { id: 'C7.2', name: 'Toss', text: ['Chance decides the direction of every round (C2.5). Both variants can be played together.'] },
      ],
    },
  ],
};
export default book;

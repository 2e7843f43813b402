import type { RuleBook } from '../../rules';

const book: RuleBook = {
  short: [
    'Je bent een kat van goede huize, verzamelt kalkoenen, kippen en pauwen en doet alsof je geen honger hebt. Elke ronde verdeel je je nieuwe kaarten over een open en een gesloten bod. Je buur houdt er een; het andere komt bij jou terug.',
    'Wat je krijgt ligt voor je, binnen bereik van gulzige birdoholics, tot een edelkat het onder je paleis begeleidt. Edelkatten kosten punten, dus wacht zo lang als je durft. Wie de meeste punten onder het paleis heeft, wint. Voor 2 tot 5 spelers.',
  ],
  chapters: [
    {
      id: 'C1',
      title: 'De kaarten',
      clauses: [
        {
          id: 'C1.1',
          name: 'Blauwe rug: 90 kaarten',
          text: [
            'Vogels: 28 kalkoenen, 21 kippen, 14 pauwen. Minvogels: 2 magere kalkoenen, 2 bange kippen, 2 geplukte pauwen. Edelkatten: 6 hertoginnen, 5 baronessen, 4 markiezen. En 2 koninklijke katten en 4 birdoholics.',
          ],
        },
        { id: 'C1.2', name: 'Rode rug: 15 kaarten', text: ['6 divavogels, 1 koningin, 2 catastrofes en 6 bonuskaarten. Ze komen laat in het spel.'] },
        {
          id: 'C1.3',
          name: 'Drie soorten, drie edelkatten',
          text: ['De hertogin hoort bij de kalkoenen, de barones bij de kippen, de markies bij de pauwen. Minvogels en diva’s horen bij de soort in hun naam.'],
        },
        {
          id: 'C1.4',
          name: 'Waarden',
          text: [
            'Elke vogel en kat heeft een waarde. De gedrukte regels noemen er een paar in woorden: de koningin is −1 waard, een bonuskaart 5, minvogels en edelkatten kosten punten, diva’s zijn meer waard dan andere vogels. De rest hebben wij gereconstrueerd: alle andere waarden, hoeveel vogels de bonuskaarten vragen (8 kalkoenen, 6 kippen, 4 pauwen), en dat er twee diva’s van elke soort zijn en één van elke bonuskaart. Heb je het gedrukte spel, vul dan bij een nieuwe tafel in wat op je kaarten staat.',
          ],
          table: {
            head: ['Kaart', 'Waarde'],
            rows: [
              ['Kalkoen, kip, pauw', '1, 2, 3'],
              ['Magere kalkoen, bange kip, geplukte pauw', '−1, −2, −3'],
              ['Divakalkoen, divakip, divapauw', '4, 5, 6'],
              ['Hertogin, barones, markies', '−1, −2, −3'],
              ['Koninklijke kat', '−2'],
              ['Koningin', '−1'],
              ['Bonuskaart, als hij vervuld is', '5'],
            ],
          },
        },
      ],
    },
    {
      id: 'C2',
      title: 'Klaarleggen',
      clauses: [
        {
          id: 'C2.1',
          name: 'Blauwe stapels',
          text: [
            'Je speelt met twee tot vijf. De blauwe kaarten worden geschud en in dichte stapels gelegd; wat niet nodig is, blijft weg. Met twee spelers gaan er vóór het schudden twee edelkatten van elke soort uit en erna zes willekeurige kaarten.',
          ],
          table: {
            head: ['Spelers', 'Stapels', 'Kleinere stapels', 'Blijft weg'],
            rows: [
              ['5', '4 van 15', '3 van 10', 'niets'],
              ['4', '5 van 12', '3 van 8', '6'],
              ['3', '7 van 9', '4 van 6', '3'],
              ['2', '6 van 10', '3 van 6', '6 edelkatten en 6 andere'],
            ],
          },
        },
        {
          id: 'C2.2',
          name: 'Rode kaarten erop',
          text: [
            'De rode kaarten worden geschud en op de kleinere stapels gelegd: 5 op elke stapel met vijf spelers, 4 met vier of twee spelers, 3 met drie (dan blijven er 3 rode kaarten weg, net als met vier of twee). Nu zijn alle stapels even hoog. Niemand ziet wat wegblijft; dat daar met twee spelers twee van elke edelkat bij zijn, is geen geheim.',
          ],
        },
        {
          id: 'C2.3',
          name: 'Zoveel rondes als stapels',
          text: ['Met 5, 4, 3 of 2 spelers heeft het spel 7, 8, 11 of 9 rondes. De stapels met rode kaarten komen het laatst: de laatste vier rondes met drie spelers, anders de laatste drie.'],
        },
        {
          id: 'C2.4',
          name: 'Delen',
          text: ['Elke ronde wordt één hele stapel gedeeld, kaart voor kaart: drie kaarten voor iedereen, vijf met twee spelers. In een rode ronde is een van je kaarten rood, met twee spelers twee.'],
        },
        {
          id: 'C2.5',
          name: 'Links of rechts',
          text: ['Met drie of meer spelers gaan de biedingen van een ronde naar links of naar rechts. Het lot bepaalt het voor ronde 1, daarna wisselt het. Twee spelers bieden gewoon aan elkaar.'],
        },
      ],
    },
    {
      id: 'C3',
      title: 'Bieden',
      clauses: [
        { id: 'C3.1', name: 'Verdeel je kaarten', text: ['Iedereen biedt tegelijk. Leg elke kaart die je net kreeg in je open of in je gesloten bod. Een bod mag leeg blijven.'] },
        {
          id: 'C3.2',
          name: 'Erbij van je tafel',
          text: ['Vanaf ronde 2 mag je er hoogstens twee kaarten bij leggen, over beide biedingen samen, die voor je liggen: vogels van elke soort, edelkatten, koninklijke katten, de koningin. Wat onder je paleis ligt, blijft daar.'],
        },
        {
          id: 'C3.3',
          name: 'Verzegeld, dan getoond',
          text: [
            'Biedingen zijn geheim tot iedereen verzegeld heeft. Tot dan zien de anderen je zoals je was na het delen, en of je verzegeld hebt. Daarna ziet iedereen de open biedingen. Van een gesloten bod ziet iedereen hoeveel kaarten het heeft en welke ruggen blauw of rood zijn. Niemand zegt wat van tafel is teruggepakt, maar de tafels zijn open, dus je kunt het uitrekenen.',
          ],
        },
        {
          id: 'C3.4',
          name: 'Kies een van twee',
          text: ['Je twee biedingen gaan naar je buur in de richting van deze ronde. Iedereen kiest in het geheim een van de twee aangeboden biedingen, en alle keuzes gaan samen open. Een leeg bod mag je kiezen; het brengt niets.'],
        },
        { id: 'C3.5', name: 'Twee biedingen voor jou', text: ['Je krijgt het bod dat je koos, en je eigen bod dat niet gekozen werd. Wie een gesloten bod neemt, ziet het nu.'] },
      ],
    },
    {
      id: 'C4',
      title: 'Verzamelen',
      clauses: [
        { id: 'C4.1', name: 'Leg ze neer', text: ['Je kaarten liggen open voor je, gesorteerd op soort. Koninklijke katten en de koningin liggen apart; ze horen bij geen soort tot je ze gebruikt.'] },
        { id: 'C4.2', name: 'Bonuskaarten', text: ['Een bonuskaart gaat meteen onder je paleis en wordt nooit meer aangeboden. Wie hem zag, weet welke het is; de anderen weten alleen dat hij er ligt.'] },
        {
          id: 'C4.3',
          name: 'Een soort hebben',
          text: ['Je hebt een soort als er minstens één vogel van voor je ligt, ook als ze samen niets of minder waard zijn. Alleen edelkatten zijn geen soort. De waarde is die van de vogels, oude en nieuwe; katten tellen niet.'],
        },
        {
          id: 'C4.4',
          name: 'Birdoholics en catastrofes',
          text: [
            'Ze komen het laatst en werken samen. Rangschik je soorten op waarde zoals ze liggen voor er iets verdwijnt; bij gelijke stand kies jij. De catastrofes nemen elk één soort, van boven af. Daarna neemt elke birdoholic de beste soort die over is, maar nooit de eerste in rang. Alle vogels van de soort gaan weg; edelkatten en koninklijke katten blijven.',
          ],
          table: {
            head: ['Je kreeg', 'Met drie soorten verlies je'],
            rows: [
              ['1 birdoholic', 'de tweede'],
              ['2 of meer birdoholics', 'alle behalve de eerste'],
              ['1 catastrofe', 'de eerste'],
              ['1 catastrofe, 1 birdoholic', 'de eerste en de tweede'],
              ['2 catastrofes', 'de eerste en de tweede'],
              ['1 catastrofe, 2 of meer birdoholics', 'alles'],
              ['2 catastrofes, 1 of meer birdoholics', 'alles'],
            ],
          },
        },
        { id: 'C4.5', name: 'Eén soort', text: ['Had je maar één soort, dan nemen birdoholics niets. Een catastrofe neemt zelfs die. Zonder vogels verlies je niets.'] },
        {
          id: 'C4.6',
          name: 'Gelijke stand',
          text: [
            'Maakt een gelijke stand verschil voor wat je verliest, dan kies jij: noem telkens één soort tot je verlies vaststaat. Je kunt alleen een soort noemen die nog alle kanten op kan. Tot dan blijven de kaarten voor je liggen, daarna gaat alles samen weg. De anderen wachten niet op je, maar het veiligstellen begint pas als elke gelijke stand beslist is.',
          ],
        },
        { id: 'C4.7', name: 'Weg', text: ['Birdoholics, catastrofes en de vogels die ze namen gaan op een open aflegstapel.'] },
      ],
    },
    {
      id: 'C5',
      title: 'Veiligstellen',
      clauses: [
        { id: 'C5.1', name: 'Onder het paleis', text: ['Aan het eind van elke ronde, ook de laatste, mag je zoveel soorten veiligstellen als je wilt, iedereen tegelijk. Alle vogels van een soort, minstens één, gaan onder je paleis, samen met de katten die ze begeleiden.'] },
        {
          id: 'C5.2',
          name: 'Wie begeleidt',
          text: ['Liggen er passende edelkatten voor je, dan gaan ze allemaal mee, en geen koninklijke kat. Is er geen, dan gaat één koninklijke mee: een koninklijke kat of de koningin, wat je wilt. Zonder kat kun je niet veiligstellen. Elke soort heeft eigen katten nodig.'],
        },
        { id: 'C5.3', name: 'Nog eens, nog een kat', text: ['Wil je later meer vogels van dezelfde soort veiligstellen, dan heb je weer een kat nodig.'] },
        { id: 'C5.4', name: 'Gesloten deuren', text: ['Iedereen ziet wat er veiliggesteld wordt. Daarna mag alleen jij onder je paleis kijken; de anderen weten hoeveel kaarten er liggen, en misschien nog welke. Aan het eind gaan alle paleizen open.'] },
        { id: 'C5.5', name: 'Iedereen, elke ronde', text: ['Iedereen verzegelt, kiest en zegt klaar in elke ronde, ook als er niets te beslissen is.'] },
      ],
    },
    {
      id: 'C6',
      title: 'Het einde',
      clauses: [
        { id: 'C6.1', name: 'Te laat', text: ['Na de laatste ronde wordt alles wat nog op de tafels ligt afgelegd. Het telt niet mee, niet voor en niet tegen je.'] },
        {
          id: 'C6.2',
          name: 'Je score',
          text: [
            'Tel alle vogels en katten onder je paleis op, en 5 punten voor elke vervulde bonuskaart. Een “geen”-kaart is vervuld als er geen vogel van die soort onder je paleis ligt, een getalkaart als er zoveel of meer liggen. Diva’s en minvogels tellen als vogels van hun soort; katten tellen niet. Een bonuskaart die niet vervuld is, is 0 waard.',
          ],
        },
        { id: 'C6.3', name: 'De winnaar', text: ['De meeste punten winnen. Bij gelijke scores deel je een plaats: 1, 1, 3. Een score kan onder nul zijn.'] },
      ],
    },
    {
      id: 'C7',
      title: 'Varianten',
      clauses: [
        {
          id: 'C7.1',
          name: 'Beginnersspel',
          text: ['Precies één passende edelkat begeleidt een soort; andere edelkatten blijven voor je liggen. Een koninklijke kat gaat alleen mee als er geen passende edelkat is. Voor een bod wordt niets van tafel teruggepakt.'],
        },
        { id: 'C7.2', name: 'Loten', text: ['Het lot bepaalt elke ronde de richting (C2.5). Je kunt beide varianten samen spelen.'] },
      ],
    },
  ],
};
export default book;

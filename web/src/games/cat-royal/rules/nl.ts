import type { RuleBook } from '../../rules';

const book: RuleBook = {
  short: [
    'Breng je koning, ridder, burger en nar één keer rond en naar huis. Een kaart zegt hoe ver een figuur gaat. Kom je op een figuur terecht, dan gaat die terug naar de start; inhalen gaat op rang.',
    'Wormgaten werpen figuren over het bord, en één keer per hand mag je een stap vals spelen, als niemand je betrapt. Wie als eerste vier figuren thuis heeft, wint. Voor 2 tot 4 spelers.',
  ],
  chapters: [
    {
      id: 'K1',
      title: 'Bord, figuren, kaarten',
      clauses: [
        {
          id: 'K1.1',
          name: 'Het bord',
          text: [
            'Een ring van 64 velden, met de klok mee, voor 2 tot 4 spelers. De kleuren zijn op volgorde groen, geel, rood en blauw; met z’n tweeën spelen groen en rood, tegenover elkaar. Elke kleur heeft een startveld, een startvak voor de vier figuren, en een doel van vier velden dat achter het startveld afslaat. Een kleur die niemand speelt heeft geen figuren, en haar startveld is een gewoon veld.',
          ],
        },
        { id: 'K1.2', name: 'Jouw vier', text: ['Van de hoogste rang naar de laagste: koning, ridder, burger, nar.'] },
        {
          id: 'K1.3',
          name: '110 kaarten',
          text: [
            'Blauw: 2, 3, 5, 6, 8, 9 en 12, elk zeven keer. Groen: 4± en 10, elk zeven keer. Rood: zeven keer 1–7, tien keer start/1/11, tien keer start/13, zeven ruilkaarten, zes magneten, zeven kopieën.',
          ],
        },
        { id: 'K1.4', name: 'Vier wormgaten', text: ['Eerst liggen ze tien velden na elk startveld, met hoeveel spelers je ook bent.'] },
        { id: 'K1.5', name: 'Alles bij de start', text: ['Alle figuren beginnen in hun startvak.'] },
      ],
    },
    {
      id: 'K2',
      title: 'Hoe het gaat',
      clauses: [
        {
          id: 'K2.1',
          name: 'Handen van vijf',
          text: [
            'Iedereen krijgt vijf kaarten en speelt er één per beurt. Zijn ze op, dan krijgt iedereen er vijf nieuwe: dat is de volgende hand. Is de trekstapel te klein om te delen, dan wordt hij eerst met de aflegstapel geschud. Wie op de eerste plaats zit, begint elke hand.',
          ],
        },
        {
          id: 'K2.2',
          name: 'Eén kaart, één figuur',
          text: ['In je beurt speel je één kaart met één figuur en gebruik je de hele waarde. Kun je spelen, dan moet je. Kan geen enkele kaart, dan leg je er een af naar keuze en gaat de beurt verder.'],
        },
        {
          id: 'K2.3',
          name: 'Wie wint',
          text: ['Wie als eerste alle vier figuren in het doel heeft, wint meteen. De anderen krijgen een plaats naar het aantal figuren dat daar staat; bij gelijke aantallen deel je een plaats. Met partners tellen de figuren van beiden samen.'],
        },
        { id: 'K2.4', name: 'Hoe lang', text: ['Een spel duurt zo lang als het duurt. (Alleen simulaties stoppen na 2.000 beurten.)'] },
      ],
    },
    {
      id: 'K3',
      title: 'Inhalen en slaan',
      clauses: [
        { id: 'K3.1', name: 'Landen is slaan', text: ['Op een veld staat één figuur. Land je op een figuur, dan sla je die: hij gaat terug naar zijn startvak. Voorbijgaan slaat nooit.'] },
        {
          id: 'K3.2',
          name: 'Inhalen gaat op rang',
          text: ['Een figuur haalt figuren van dezelfde of een lagere rang in, ook van de eigen kleur. De koning passeert iedereen; de ridder ridders, burgers en narren; de burger burgers en narren; de nar alleen narren.'],
        },
        { id: 'K3.3', name: 'Slaan niet', text: ['Elke figuur slaat elke andere, ook een van de eigen kleur, tenzij een regel hieronder die beschermt.'] },
        {
          id: 'K3.4',
          name: 'De koning',
          text: ['De koning wordt maar in drie gevallen geslagen: door de koning van een andere speler; door elke figuur terwijl hij op het startveld van een andere meespelende kleur staat; en door elke figuur die met een groene kaart gaat. De laatste twee gelden ook voor figuren van zijn eigen kleur.'],
        },
        {
          id: 'K3.5',
          name: 'Veilig op je eigen startveld',
          text: ['Een figuur op het eigen startveld is beschermd. Je kunt hem niet slaan of ruilen, en niemand komt erlangs, welke kleur ook. Alleen een ridder gaat erlangs, waar zijn rang het toelaat, ook op zijn eigen startveld.'],
        },
        { id: 'K3.6', name: 'Gasten op een startveld', text: ['Een vreemde figuur op een startveld is niet beschermd. De eigenaar van het veld mag hem altijd slaan, door een figuur te starten of er te landen, zelfs een koning. Inhalen gaat op rang.'] },
        { id: 'K3.7', name: 'Rust in huis', text: ['In het doel wordt niemand geslagen of geruild. Inhalen gaat daar op rang zoals overal, en ook K3.9 geldt er.'] },
        { id: 'K3.8', name: 'Alles of niets', text: ['Een zet die een figuur tegen de regels zou passeren of raken, kan niet. Een figuur stopt nooit vóór wat in de weg staat.'] },
        {
          id: 'K3.9',
          name: 'Groene kaarten negeren rang',
          text: [
            'Een figuur met een groene kaart haalt iedereen in en mag een koning slaan. Vooruit verspert een figuur die door K3.5 beschermd is nog steeds de weg; maar een ridder met een groene kaart gaat daar zelfs langs een koning. Met een 4 terug springt een figuur over iedereen heen, maar landt nooit op een beschermde figuur.',
          ],
        },
      ],
    },
    {
      id: 'K4',
      title: 'Start en doel',
      clauses: [
        { id: 'K4.1', name: 'Starten', text: ['Een startkaart brengt een figuur naar keuze van het startvak naar je startveld, tenzij daar al een van jou staat.'] },
        {
          id: 'K4.2',
          name: 'De weg naar huis',
          text: [
            'Achter het eigen startveld gaat een figuur verder over de ring of slaat af naar het doel. Een zet die op het eigen startveld begint, kan er niet in. Rondes worden niet geteld: een figuur die op welke manier ook voor zijn startveld kwam te staan (4 terug, een wormgat, een ruil) mag erin.',
          ],
        },
        { id: 'K4.3', name: 'Precies', text: ['Je moet precies op een vrij doelveld uitkomen en volgens de regels inhalen wie je passeert; een figuur op het eigen startveld verspert de weg zoals in K3.5. Kan een zet zowel erin als erlangs, dan kies jij.'] },
        { id: 'K4.4', name: 'In het doel', text: ['In het doel mogen figuren verder, vooruit en met precieze waarden. Een 4 terug gaat het doel niet in, niet uit, en verzet er niets.'] },
        { id: 'K4.5', name: 'Het voorrecht van de nar', text: ['Een nar die van de ring het doel ingaat, mag 1 of 2 punten van de kaart laten vervallen, naar keuze. Niemand anders mag dat, en nergens anders.'] },
      ],
    },
    {
      id: 'K5',
      title: 'Wat de kaarten doen',
      clauses: [
        {
          id: 'K5.1',
          name: 'Getallen',
          text: ['Blauwe kaarten: zoveel velden vooruit. 1–7: 1 tot 7 vooruit, met één figuur. 4±: vier vooruit of vier terug. 10: tien vooruit. Start/1/11: start een figuur, of ga 1 of 11. Start/13: start een figuur, of ga 13.'],
        },
        {
          id: 'K5.2',
          name: 'De koning wandelt',
          text: ['Hij gaat met 2, 3, 5, 6, 1–7, 4± in beide richtingen en de 1 van start/1/11. Hij wordt gestart, geruild en door magneten getrokken als iedereen, en gaat met een kopie als de gekopieerde kaart het kan. Nooit gaat hij 8, 9, 10, 11, 12 of 13.'],
          ruling: 'De bron laat de koning gaan met waarden van 1 tot 7 en met startkaarten, en laat open of hij hun 11 en 13 gaat. Bij ons start hij en gaat hij de 1: de andere zijn geen waarden van 1 tot 7.',
        },
        {
          id: 'K5.3',
          name: 'Ruil',
          text: ['Een van je figuren op de ring wisselt van plaats met een figuur van een andere speler op de ring, koningen ook. Figuren op hun eigen startveld, in een doel of in een startvak doen niet mee. Is het alles wat je kunt spelen, dan moet je, wat het ook kost. Zonder zo’n paar kan de kaart niet.'],
        },
        {
          id: 'K5.4',
          name: 'Magneet',
          text: ['Een van je figuren op de ring wordt vooruit getrokken tot vlak voor de volgende figuur op de ring. Hij passeert en slaat niemand en slaat nooit af naar het doel. Er moet een andere figuur op de ring staan en minstens één stap te gaan zijn.'],
        },
        {
          id: 'K5.5',
          name: 'Kopie',
          text: ['Een kopie geldt als de laatst gespeelde kaart, van wie ook, met alle keuzes en de kleur ervan. Een afgelegde kaart telt niet als gespeeld. Een kopie kan niet de eerste kaart van een spel zijn en niet op een kopie volgen.'],
        },
      ],
    },
    {
      id: 'K6',
      title: 'Wormgaten',
      clauses: [
        {
          id: 'K6.1',
          name: 'Erdoorheen',
          text: [
            'Een figuur die met welke kaart ook op een wormgat landt, slaat daar eerst zoals altijd en gaat dan naar een van de andere wormgaten, willekeurig, en niet verder. Ook de figuur van een magneet gaat erdoor, en beide figuren van een ruil: eerst worden ze neergezet, dan gaat die van jou, dan de andere, tenzij die van jou hem net sloeg. Elk slaat als zijn eigen kleur.',
          ],
        },
        { id: 'K6.2', name: 'Iemand bij de uitgang', text: ['Een figuur bij de uitgang wordt geslagen als deze kaart en de regels het toelaten; een magneet slaat nooit. Zo niet, dan wordt een andere uitgang geloot. Is er geen over, dan blijft de figuur waar hij landde.'] },
        {
          id: 'K6.3',
          name: 'De wormgaten verleggen',
          text: ['Eén keer per hand, terwijl een ander aan de beurt is, mag je alle vier wormgaten naar willekeurige vrije velden verleggen, niet naar een startveld en niet waar al een wormgat was. Figuren blijven staan. Op een telefoon dek je de lichtsensor af.'],
        },
      ],
    },
    {
      id: 'K7',
      title: 'Vals spelen en beschuldigen',
      clauses: [
        {
          id: 'K7.1',
          name: 'Een stap ernaast',
          text: [
            'Eén keer per hand mag je de waarde van je kaart één lager of één hoger maken, op een telefoon door naar links of rechts te kantelen. Dat kan alleen bij getallen: blauwe kaarten, 1–7, 4± (3 of 5 in de gekozen richting), 10, de 1, 11 en 13 van de startkaarten, en kopieën daarvan. De veranderde zet moet zich aan alle regels houden, en er moet minstens één stap overblijven.',
            'Of de koning mag, bepaalt de gedrukte waarde: 7+1 wel, 8−1 en 11−1 niet. Bij een 1–7 verandert de waarde die je kiest, dus die gaat van 1 tot 8; ook vals spel dat niemand kan zien, is vals spel.',
          ],
        },
        { id: 'K7.2', name: 'Niemand weet het', text: ['De anderen zien de kaart en waar de figuur heen ging, nooit dat je vals speelde. Niemand hoeft vals te spelen: wat je moet spelen (K2.2) zijn eerlijke zetten.'] },
        {
          id: 'K7.3',
          name: 'Beschuldigen',
          text: [
            'In je beurt, voor je speelt, mag je één andere speler beschuldigen, één keer per beurt, als er een figuur van jou buiten is. Speelde die sinds je vorige beurt vals en is dat nog niet bestraft, dan gaat een van diens figuren, door het lot gekozen, terug naar het startvak; startveld en doel bieden geen bescherming. Zo niet, dan een van jou.',
            'Is de beschuldigde schuldig maar zonder figuur buiten, dan gebeurt er niets en blijft het openstaan. Vals spel kun je aanwijzen tot de dader weer aan de beurt is. Geen zet wordt teruggenomen, en je beurt gaat door.',
          ],
          ruling: 'De bronnen zeggen niet welke figuur terug moet. Wij loten er een uit alle die buiten zijn, zodat niemand kiest en niets veilig is.',
        },
        { id: 'K7.4', name: 'Zonder', text: ['Een tafel mag het vals spelen (en het beschuldigen) uitzetten, of de wormgaten.'] },
      ],
    },
    {
      id: 'K8',
      title: 'Partners',
      clauses: [
        {
          id: 'K8.1',
          name: 'Twee tegen twee',
          text: [
            'Partners zitten tegenover elkaar, en de kant waarvan alle acht figuren thuis zijn, wint. Zijn jouw vier thuis, dan zet je de figuren van je partner met je eigen kaarten; kaarten worden nooit gewisseld. Partners slaan, ruilen en beschuldigen elkaar zoals iedereen.',
            'Terwijl je de figuren van je partner zet, gelden de regels als voor diens kleur, maar vals spel en straf blijven bij jou. Raak je een figuur uit het doel kwijt, dan zet je weer je eigen.',
          ],
        },
      ],
    },
    {
      id: 'K9',
      title: 'Wat je kunt zien',
      clauses: [
        {
          id: 'K9.1',
          name: 'Open en geheim',
          text: [
            'Iedereen ziet het bord, de wormgaten, alle gespeelde en afgelegde kaarten, hoeveel kaarten iedereen heeft, en wie de wormgaten al verlegde. Je hand en je valse spel zijn van jou alleen. Tot het spel uit is verraadt niets of iemand vals speelde; alleen een beschuldiging die klopt, brengt dat ene geval aan het licht. Het verslag van een afgelopen spel is open.',
          ],
        },
      ],
    },
  ],
};
export default book;

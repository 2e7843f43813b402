import type { RuleBook } from '../../rules';

const book: RuleBook = {
  short: [
    'Er liggen vier dichte kaarten voor je, en je hebt alleen de twee buitenste gezien. Katten zijn laag en goed, ratten hoog en slecht. Beurt na beurt ruil je ratten voor katten. Denk je dat jouw rij de laagste is, dan klop je: de anderen hebben nog één beurt, en dan gaat alles open.',
    'Wie de minste punten heeft, wint. Voor 2 tot 6 spelers.',
  ],
  chapters: [
    {
      id: 'R1',
      title: 'De kaarten',
      clauses: [
        {
          id: 'R1.1',
          name: 'Katten, ratten en krachten',
          text: [
            'Er zijn 54 kaarten: vier van elk getal van 0 tot en met 8, negen keer de 9, en drie keer elk Gluren, Ruilen en Trek 2.',
            'De getallen 0 tot en met 6 zijn katten (28 kaarten), 7 tot en met 9 zijn ratten (17 kaarten). Een krachtkaart is op zichzelf niets waard, niet goed en niet slecht.',
          ],
        },
        { id: 'R1.2', name: 'Wie speelt, wie wint', text: ['Je speelt met twee tot zes. De laagste score wint.'] },
      ],
    },
    {
      id: 'R2',
      title: 'Voor een ronde',
      clauses: [
        {
          id: 'R2.1',
          name: 'Je rij van vier',
          text: [
            'Iedereen krijgt vier kaarten, één voor één, te beginnen links van de deler. Ze liggen dicht op een rij en houden hun plek. Nog niet kijken. Wie de eerste ronde deelt, wordt geloot, tenzij de tafel een plaats kiest.',
          ],
        },
        {
          id: 'R2.2',
          name: 'De stapels',
          text: [
            'De andere kaarten zijn de trekstapel. De bovenste gaat open en begint de aflegstapel. Is dat een krachtkaart, dan gaat die op een willekeurige plek terug in de trekstapel en draai je de bovenste opnieuw om, tot er een getal ligt.',
          ],
        },
        {
          id: 'R2.3',
          name: 'De eerste blik',
          text: [
            'Nu bekijkt iedereen één keer de twee buitenste kaarten van de eigen rij en zegt wanneer het gezien is. Jouw blik eindigt als jij dat zegt; de eerste beurt begint als iedereen het gezegd heeft. Een krachtkaart die je vindt blijft gewoon liggen, zonder kracht.',
          ],
        },
        { id: 'R2.4', name: 'Wie begint', text: ['De speler links van de deler begint. Daarna gaat het met de klok mee.'] },
      ],
    },
    {
      id: 'R3',
      title: 'Je beurt',
      clauses: [
        { id: 'R3.1', name: 'Pakken of trekken', text: ['Pak de bovenste kaart van de aflegstapel, of trek de bovenste van de trekstapel. Passen kan niet.'] },
        {
          id: 'R3.2',
          name: 'Als je pakt',
          text: [
            'Een kaart van de aflegstapel moet een van je vier vervangen, en die gaat open op de aflegstapel. Iedereen zag wat je pakte, dus iedereen weet wat daar nu ligt.',
          ],
        },
        { id: 'R3.3', name: 'Gebruikte krachtkaarten', text: ['Een krachtkaart op de aflegstapel is op: zolang hij bovenop ligt, kun je hem niet pakken. Een tafel mag dat met een huisregel toestaan.'] },
        {
          id: 'R3.4',
          name: 'Als je trekt',
          text: ['Bekijk de kaart en doe een van drie dingen: leg hem zonder te tonen op de plek van een van je vier; gebruik hem, als het een krachtkaart is; of leg hem open af.'],
        },
        {
          id: 'R3.5',
          name: 'Een krachtkaart in je rij',
          text: ['Een getrokken krachtkaart mag dicht in je rij, net als elke andere kaart. Daar heeft hij geen kracht. Een tafel mag dat voor getrokken kaarten met een huisregel verbieden.'],
          ruling: 'Volgens de gedrukte regels mag een getrokken kaart een van de vier vervangen; een uitzondering voor krachtkaarten noemen ze niet.',
        },
        { id: 'R3.6', name: 'Geen kracht bij het weggaan', text: ['Blijkt een kaart die je rij verlaat een krachtkaart te zijn, dan gebeurt er niets.'] },
        {
          id: 'R3.7',
          name: 'Als de trekstapel leeg is',
          text: [
            'Is er niets meer te trekken als je kaarten gespeeld zijn (voor een klop, R5.1), dan worden alle afgelegde kaarten geschud tot een nieuwe trekstapel en wordt er een nieuwe eerste kaart omgedraaid, zoals in R2.2. Moet er midden in een beurt of bij het tellen (R6.2) getrokken worden, dan gebeurt dat eerst, met alles wat tot dan is afgelegd. Krachtkaarten die zo terugkomen, hebben weer kracht.',
          ],
        },
      ],
    },
    {
      id: 'R4',
      title: 'Krachtkaarten',
      clauses: [
        { id: 'R4.1', name: 'Alleen als je wilt', text: ['Een kracht werkt alleen als je de kaart van de trekstapel trekt, en je hoeft hem nooit te gebruiken: afleggen mag altijd.'] },
        { id: 'R4.2', name: 'Gluren', text: ['Bekijk een van je eigen vier kaarten, ook een die je al kent. De Gluurkaart wordt afgelegd en je beurt is voorbij.'] },
        {
          id: 'R4.3',
          name: 'Ruilen',
          text: [
            'Ruil een van je kaarten met een kaart van een andere speler. Niemand bekijkt ze. De Ruilkaart wordt afgelegd en je beurt is voorbij. Wie een van de twee kaarten kende, kent hem op zijn nieuwe plek nog steeds.',
          ],
        },
        { id: 'R4.4', name: 'Ruilen met wie klopte', text: ['Met de speler die geklopt heeft mag je ruilen zoals met iedereen. Een tafel mag dat met een huisregel verbieden.'] },
        {
          id: 'R4.5',
          name: 'Trek 2',
          text: [
            'Leg hem af en trek de volgende kaart. Doe je iets met die kaart (houden, gluren, ruilen), dan blijft het daarbij. Leg je hem ongebruikt af, dan trek je een tweede, en die houd je, gebruik je of leg je af. Beide komen van de trekstapel, nooit van de aflegstapel.',
          ],
        },
        { id: 'R4.6', name: 'Trek 2 na Trek 2', text: ['Komt tijdens een Trek 2 nog een Trek 2 boven en gebruik je die, dan begint alles opnieuw: vanaf daar mag je twee keer trekken, wat er ook van de eerste over was.'] },
      ],
    },
    {
      id: 'R5',
      title: 'Kloppen',
      clauses: [
        { id: 'R5.1', name: 'Klop, klop, kat!', text: ['Helemaal aan het eind van je beurt mag je kloppen, al in je eerste beurt. Kloppen kost niets en levert niets op. Een ronde mag zo lang duren als hij duurt.'] },
        {
          id: 'R5.2',
          name: 'De laatste beurten',
          text: [
            'Na de klop heeft elke andere speler nog precies één beurt; wie klopte heeft er geen. Verder kan niemand kloppen. In deze laatste beurten eindigt je beurt vanzelf met je laatste kaart, behalve na Gluren: dan beëindig je hem zelf, zodat je tijd hebt om te kijken.',
          ],
        },
      ],
    },
    {
      id: 'R6',
      title: 'Tellen',
      clauses: [
        { id: 'R6.1', name: 'Alles open', text: ['Alle kaarten gaan open.'] },
        {
          id: 'R6.2',
          name: 'Krachtkaarten maken plaats',
          text: [
            'Elke krachtkaart in een rij wordt zonder gevolg afgelegd en vervangen door een kaart van de trekstapel, te beginnen bij de speler links van de deler en in elke rij van links naar rechts. Is de nieuwe kaart weer een krachtkaart, dan wordt ook die vervangen.',
          ],
        },
        {
          id: 'R6.3',
          name: 'Je punten',
          text: [
            'Je scoort de som van je vier kaarten. Gaat het spel door, dan worden alle kaarten verzameld, deelt de speler links, en begint de volgende ronde. Wat iedereen had, blijft te zien. Na de laatste ronde blijven de rijen open op tafel liggen.',
          ],
        },
      ],
    },
    {
      id: 'R7',
      title: 'Het einde van het spel',
      clauses: [
        { id: 'R7.1', name: 'Na rondes', text: ['Het spel is uit na het afgesproken aantal rondes: vijf, als je niets anders kiest.'] },
        { id: 'R7.2', name: 'Op tijd', text: ['Zijn de afgesproken minuten om, dan wordt de ronde die gedeeld is uitgespeeld en begint er geen nieuwe.'] },
        {
          id: 'R7.3',
          name: 'Op punten',
          text: [
            'Wie de grens haalt (100, of een getal van 20 tot en met 500) ligt eruit, ook met precies dat aantal. Wie als laatste overblijft, wint. Blijft er niemand over, dan wint het laagste totaal van degenen die in die laatste ronde uitvielen. Wie eruit ligt, krijgt geen kaarten en geen beurten meer.',
          ],
        },
        {
          id: 'R7.4',
          name: 'Plaatsen',
          text: [
            'Anders wint het laagste totaal, en bij gelijke totalen deel je een plaats: 1, 1, 3. Speel je op punten (R7.3), dan staat wie later uitviel hoger, en binnen één ronde het lagere totaal.',
          ],
        },
      ],
    },
    {
      id: 'R8',
      title: 'Jonge spelers',
      clauses: [
        { id: 'R8.1', name: 'Open uiteinden', text: ['De twee buitenste kaarten van elke rij liggen de hele ronde open, voor iedereen te zien. Een kaart die daar komt te liggen, ligt ook open.'] },
        { id: 'R8.2', name: 'Ruilen in het midden', text: ['Met Ruilen wissel je alleen binnenste kaarten, van beide spelers. De rest blijft gelijk.'] },
      ],
    },
    {
      id: 'R9',
      title: 'Wat je kunt zien',
      clauses: [
        { id: 'R9.1', name: 'Voor iedereen', text: ['De afgelegde kaarten, een kaart die van de aflegstapel is gepakt, welke plekken bekeken, vervangen of geruild zijn, wie geklopt heeft, en hoeveel kaarten de stapels hebben.'] },
        { id: 'R9.2', name: 'Alleen voor jou', text: ['Je twee buitenste kaarten bij de eerste blik, een getrokken kaart tot je hem aflegt of open neerlegt (R8.1), en een kaart waar je naar gluurt.'] },
        {
          id: 'R9.3',
          name: 'Onthouden is het spel',
          text: [
            'Je ziet een kaart alleen zolang je mag kijken: bij de eerste blik, zolang hij getrokken is, en een begluurde kaart tot je beurt eindigt. Met de geheugensteun blijft alles wat je gezien hebt en nog kent zichtbaar; wie meekijkt of eruit ligt, ziet dan wat voor iedereen open heeft gelegen, en niets wat spelers in het geheim zagen.',
          ],
        },
      ],
    },
  ],
};
export default book;

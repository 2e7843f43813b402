import type { RuleBook } from '../../rules';

const book: RuleBook = {
  short: [
    'Du bist eine Katze aus gutem Hause, sammelst Truthähne, Hühner und Pfauen und tust so, als hättest du keinen Hunger. Jede Runde teilst du deine neuen Karten in ein offenes und ein verdecktes Gebot. Dein Nachbar behält eines davon, das andere kommt zu dir zurück.',
    'Was du bekommst, liegt vor dir, in Reichweite gieriger Birdoholics, bis eine adlige Katze es unter deinen Palast begleitet. Adlige kosten Punkte, also warte, solange du dich traust. Die meisten Punkte unter dem Palast gewinnen. Für 2 bis 5 Spieler.',
  ],
  chapters: [
    {
      id: 'C1',
      title: 'Die Karten',
      clauses: [
        {
          id: 'C1.1',
          name: 'Blaue Rückseite: 90 Karten',
          text: [
            'Vögel: 28 Truthähne, 21 Hühner, 14 Pfauen. Minusvögel: 2 magere Truthähne, 2 verängstigte Hühner, 2 gerupfte Pfauen. Adlige: 6 Herzoginnen, 5 Baroninnen, 4 Markgrafen. Dazu 2 königliche Katzen und 4 Birdoholics.',
          ],
        },
        { id: 'C1.2', name: 'Rote Rückseite: 15 Karten', text: ['6 Diva-Vögel, 1 Königin, 2 Katzastrophen und 6 Bonuskarten. Sie kommen spät im Spiel.'] },
        {
          id: 'C1.3',
          name: 'Drei Arten, drei Adlige',
          text: ['Die Herzogin gehört zu den Truthähnen, die Baronin zu den Hühnern, der Markgraf zu den Pfauen. Minusvögel und Diven gehören zu der Art in ihrem Namen.'],
        },
        {
          id: 'C1.4',
          name: 'Werte',
          text: [
            'Jeder Vogel und jede Katze hat einen Wert. Die gedruckten Regeln nennen einige in Worten: Die Königin ist −1 wert, eine Bonuskarte 5, Minusvögel und Adlige kosten Punkte, Diven sind mehr wert als andere Vögel. Den Rest haben wir rekonstruiert: alle anderen Werte, wie viele Vögel die Bonuskarten verlangen (8 Truthähne, 6 Hühner, 4 Pfauen), und dass es zwei Diven jeder Art und eine von jeder Bonuskarte gibt. Hast du das gedruckte Spiel, trag beim Öffnen eines Tisches ein, was auf deinen Karten steht.',
          ],
          table: {
            head: ['Karte', 'Wert'],
            rows: [
              ['Truthahn, Huhn, Pfau', '1, 2, 3'],
              ['Magerer Truthahn, verängstigtes Huhn, gerupfter Pfau', '−1, −2, −3'],
              ['Diva-Truthahn, Diva-Huhn, Diva-Pfau', '4, 5, 6'],
              ['Herzogin, Baronin, Markgraf', '−1, −2, −3'],
              ['Königliche Katze', '−2'],
              ['Königin', '−1'],
              ['Bonuskarte, wenn erfüllt', '5'],
            ],
          },
        },
      ],
    },
    {
      id: 'C2',
      title: 'Vorbereiten',
      clauses: [
        {
          id: 'C2.1',
          name: 'Blaue Stapel',
          text: [
            'Ihr spielt zu zweit bis zu fünft. Die blauen Karten werden gemischt und in verdeckten Stapeln ausgelegt; was nicht gebraucht wird, bleibt weg. Zu zweit kommen vor dem Mischen zwei Adlige jeder Sorte heraus und danach sechs zufällige Karten.',
          ],
          table: {
            head: ['Spieler', 'Stapel', 'Kleinere Stapel', 'Bleibt weg'],
            rows: [
              ['5', '4 mit 15', '3 mit 10', 'nichts'],
              ['4', '5 mit 12', '3 mit 8', '6'],
              ['3', '7 mit 9', '4 mit 6', '3'],
              ['2', '6 mit 10', '3 mit 6', '6 Adlige und 6 andere'],
            ],
          },
        },
        {
          id: 'C2.2',
          name: 'Rote Karten obenauf',
          text: [
            'Die roten Karten werden gemischt und auf die kleineren Stapel gelegt: 5 auf jeden zu fünft, 4 zu viert oder zu zweit, 3 zu dritt (dann bleiben 3 rote Karten weg, ebenso zu viert und zu zweit). Nun sind alle Stapel gleich hoch. Niemand sieht, was wegbleibt; dass zu zweit zwei von jeder Adligen dabei sind, ist kein Geheimnis.',
          ],
        },
        {
          id: 'C2.3',
          name: 'So viele Runden wie Stapel',
          text: ['Zu fünft, viert, dritt oder zweit hat das Spiel 7, 8, 11 oder 9 Runden. Die Stapel mit roten Karten kommen zuletzt: zu dritt die letzten vier Runden, sonst die letzten drei.'],
        },
        {
          id: 'C2.4',
          name: 'Geben',
          text: ['Jede Runde wird ein ganzer Stapel gegeben, Karte für Karte: drei Karten für alle, zu zweit fünf. In einer roten Runde ist eine deiner Karten rot, zu zweit zwei.'],
        },
        {
          id: 'C2.5',
          name: 'Links oder rechts',
          text: ['Ab drei Spielern gehen die Gebote einer Runde nach links oder nach rechts. Das Los entscheidet es für Runde 1, dann wechselt es. Zu zweit bietet ihr einfach einander.'],
        },
      ],
    },
    {
      id: 'C3',
      title: 'Bieten',
      clauses: [
        { id: 'C3.1', name: 'Teile deine Karten', text: ['Alle bieten zugleich. Leg jede Karte, die du gerade bekommen hast, in dein offenes oder dein verdecktes Gebot. Ein Gebot darf leer bleiben.'] },
        {
          id: 'C3.2',
          name: 'Vom Tisch dazu',
          text: ['Ab Runde 2 darfst du bis zu zwei Karten dazulegen, über beide Gebote zusammen, die vor dir liegen: Vögel jeder Sorte, Adlige, königliche Katzen, die Königin. Was unter deinem Palast ist, bleibt dort.'],
        },
        {
          id: 'C3.3',
          name: 'Versiegelt, dann gezeigt',
          text: [
            'Gebote sind geheim, bis alle versiegelt haben. Bis dahin sehen dich die anderen so, wie du nach dem Geben warst, und ob du versiegelt hast. Dann sehen alle die offenen Gebote. Von einem verdeckten Gebot sehen alle, wie viele Karten es hat und welche Rückseiten blau oder rot sind. Niemand sagt, was vom Tisch aufgenommen wurde, aber die Tische sind offen, also lässt es sich ausrechnen.',
          ],
        },
        {
          id: 'C3.4',
          name: 'Wähle eines von zweien',
          text: ['Deine beiden Gebote gehen an deinen Nachbarn in der Richtung dieser Runde. Alle wählen geheim eines der beiden angebotenen Gebote, und alle Wahlen werden zugleich gezeigt. Ein leeres Gebot darfst du wählen; es bringt nichts.'],
        },
        { id: 'C3.5', name: 'Zwei Gebote für dich', text: ['Du bekommst das Gebot, das du gewählt hast, und dein eigenes, das nicht gewählt wurde. Wer ein verdecktes Gebot nimmt, sieht es jetzt.'] },
      ],
    },
    {
      id: 'C4',
      title: 'Sammeln',
      clauses: [
        { id: 'C4.1', name: 'Leg sie aus', text: ['Deine Karten liegen offen vor dir, nach Arten sortiert. Königliche Katzen und die Königin liegen für sich; sie gehören zu keiner Art, bis du sie brauchst.'] },
        { id: 'C4.2', name: 'Bonuskarten', text: ['Eine Bonuskarte kommt sofort unter deinen Palast und wird nie mehr angeboten. Wer sie gesehen hat, weiß, welche es ist; die anderen wissen nur, dass sie dort liegt.'] },
        {
          id: 'C4.3',
          name: 'Eine Art haben',
          text: ['Du hast eine Art, wenn mindestens einer ihrer Vögel vor dir liegt, auch wenn sie zusammen nichts oder weniger wert sind. Adlige allein sind keine Art. Ihr Wert ist der ihrer Vögel, alter und neuer; Katzen zählen nicht.'],
        },
        {
          id: 'C4.4',
          name: 'Birdoholics und Katzastrophen',
          text: [
            'Sie kommen zuletzt und wirken zusammen. Ordne deine Arten nach Wert, so wie sie liegen, bevor etwas verschwindet; bei Gleichstand entscheidest du. Die Katzastrophen holen je eine Art, von oben her. Dann holt jeder Birdoholic die beste Art, die übrig ist, aber nie die erste im Rang. Alle Vögel der Art gehen; Adlige und Königliche bleiben.',
          ],
          table: {
            head: ['Du hast bekommen', 'Mit drei Arten verlierst du'],
            rows: [
              ['1 Birdoholic', 'die zweite'],
              ['2 oder mehr Birdoholics', 'alle außer der ersten'],
              ['1 Katzastrophe', 'die erste'],
              ['1 Katzastrophe, 1 Birdoholic', 'die erste und die zweite'],
              ['2 Katzastrophen', 'die erste und die zweite'],
              ['1 Katzastrophe, 2 oder mehr Birdoholics', 'alle'],
              ['2 Katzastrophen, 1 oder mehr Birdoholics', 'alle'],
            ],
          },
        },
        { id: 'C4.5', name: 'Eine einzige Art', text: ['Hattest du nur eine Art, holen Birdoholics nichts. Eine Katzastrophe holt sogar diese. Ohne Vögel verlierst du nichts.'] },
        {
          id: 'C4.6',
          name: 'Gleichstand',
          text: [
            'Macht ein Gleichstand einen Unterschied für deinen Verlust, dann wählst du: Nenn eine Art nach der anderen, bis dein Verlust feststeht. Nennen kannst du nur eine Art, die noch gehen oder bleiben könnte. Bis dahin bleiben die Karten vor dir, dann geht alles zusammen. Die anderen warten nicht auf dich, aber gesichert wird erst, wenn jeder Gleichstand entschieden ist.',
          ],
        },
        { id: 'C4.7', name: 'Weg', text: ['Birdoholics, Katzastrophen und die Vögel, die sie geholt haben, kommen auf eine offene Ablage.'] },
      ],
    },
    {
      id: 'C5',
      title: 'Sichern',
      clauses: [
        { id: 'C5.1', name: 'Unter den Palast', text: ['Am Ende jeder Runde, auch der letzten, darfst du so viele Arten sichern, wie du willst, alle zugleich. Alle Vögel einer Art, mindestens einer, kommen unter deinen Palast, zusammen mit den Katzen, die sie begleiten.'] },
        {
          id: 'C5.2',
          name: 'Wer begleitet',
          text: ['Liegen passende Adlige vor dir, gehen sie alle mit, und keine Königliche. Liegt keine da, geht eine Königliche: eine königliche Katze oder die Königin, wie du magst. Ohne Katze kannst du nicht sichern. Jede Art braucht eigene Katzen.'],
        },
        { id: 'C5.3', name: 'Noch einmal, noch eine Katze', text: ['Um später mehr Vögel derselben Art zu sichern, brauchst du wieder eine Katze.'] },
        { id: 'C5.4', name: 'Verschlossene Türen', text: ['Alle sehen, was gesichert wird. Danach darfst nur du unter deinen Palast schauen; die anderen wissen, wie viele Karten dort liegen, und vielleicht noch welche. Am Ende werden alle Paläste geöffnet.'] },
        { id: 'C5.5', name: 'Alle, jede Runde', text: ['Alle versiegeln, wählen und sagen fertig in jeder Runde, auch wenn es nichts zu entscheiden gibt.'] },
      ],
    },
    {
      id: 'C6',
      title: 'Das Ende',
      clauses: [
        { id: 'C6.1', name: 'Zu spät', text: ['Nach der letzten Runde wird alles, was noch auf den Tischen liegt, abgelegt. Es zählt weder für noch gegen dich.'] },
        {
          id: 'C6.2',
          name: 'Deine Punkte',
          text: [
            'Zähl alle Vögel und Katzen unter deinem Palast zusammen, und 5 Punkte für jede erfüllte Bonuskarte. Eine „keine“-Karte ist erfüllt, wenn kein Vogel dieser Art unter deinem Palast liegt, eine Zahlenkarte, wenn so viele oder mehr dort liegen. Diven und Minusvögel zählen als Vögel ihrer Art; Katzen zählen nicht. Eine Bonuskarte, die nicht erfüllt ist, ist 0 wert.',
          ],
        },
        { id: 'C6.3', name: 'Wer gewinnt', text: ['Die meisten Punkte gewinnen. Gleiche Summen teilen sich einen Platz: 1, 1, 3. Eine Summe kann unter null liegen.'] },
      ],
    },
    {
      id: 'C7',
      title: 'Varianten',
      clauses: [
        {
          id: 'C7.1',
          name: 'Einsteigerspiel',
          text: ['Genau eine passende Adlige begleitet eine Art; andere Adlige bleiben vor dir. Eine Königliche geht nur, wenn keine passende Adlige da ist. Für ein Gebot wird nichts vom Tisch aufgenommen.'],
        },
        { id: 'C7.2', name: 'Auslosen', text: ['Das Los entscheidet jede Runde die Richtung (C2.5). Beide Varianten lassen sich zusammen spielen.'] },
      ],
    },
  ],
};
export default book;

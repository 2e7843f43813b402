import type { RuleBook } from '../../rules';

const book: RuleBook = {
  short: [
    'Vier verdeckte Karten liegen vor dir, und nur die beiden äußeren hast du gesehen. Katzen sind niedrig und gut, Ratten hoch und schlecht. Zug um Zug tauschst du Ratten gegen Katzen. Glaubst du, deine Reihe ist die niedrigste, dann klopf: Die anderen haben noch einen Zug, dann wird alles aufgedeckt.',
    'Wer am wenigsten Punkte hat, gewinnt. Für 2 bis 6 Spieler.',
  ],
  chapters: [
    {
      id: 'R1',
      title: 'Die Karten',
      clauses: [
        {
          id: 'R1.1',
          name: 'Katzen, Ratten und Kräfte',
          text: [
            'Es gibt 54 Karten: vier von jeder Zahl von 0 bis 8, neun Neunen und je drei Mal Spicken, Tauschen und Zieh 2.',
            'Die Zahlen 0 bis 6 sind Katzen (28 Karten), 7 bis 9 sind Ratten (17 Karten). Eine Kraftkarte ist für sich nichts wert, weder gut noch schlecht.',
          ],
        },
        { id: 'R1.2', name: 'Wer spielt, wer gewinnt', text: ['Ihr spielt zu zweit bis zu sechst. Die niedrigste Punktzahl gewinnt.'] },
      ],
    },
    {
      id: 'R2',
      title: 'Vor einer Runde',
      clauses: [
        {
          id: 'R2.1',
          name: 'Deine Viererreihe',
          text: [
            'Alle bekommen vier Karten, eine nach der anderen, beginnend links von der Person, die gibt. Sie liegen verdeckt in einer Reihe und behalten ihren Platz. Noch nicht anschauen. Wer die erste Runde gibt, bestimmt das Los, wenn der Tisch keinen Platz wählt.',
          ],
        },
        {
          id: 'R2.2',
          name: 'Die Stapel',
          text: [
            'Die übrigen Karten sind der Nachziehstapel. Seine oberste Karte wird aufgedeckt und beginnt die Ablage. Ist es eine Kraftkarte, kommt sie an eine zufällige Stelle des Stapels zurück, und die oberste wird neu aufgedeckt, bis eine Zahl daliegt.',
          ],
        },
        {
          id: 'R2.3',
          name: 'Der erste Blick',
          text: [
            'Nun schauen alle einmal die beiden äußeren Karten der eigenen Reihe an und sagen, wenn sie fertig sind. Dein Blick endet, wenn du es sagst; der erste Zug beginnt, wenn alle es gesagt haben. Eine Kraftkarte, die du dort findest, bleibt einfach liegen, ohne Kraft.',
          ],
        },
        { id: 'R2.4', name: 'Wer beginnt', text: ['Links von der Person, die gegeben hat, geht es los, und dann im Uhrzeigersinn weiter.'] },
      ],
    },
    {
      id: 'R3',
      title: 'Dein Zug',
      clauses: [
        { id: 'R3.1', name: 'Nehmen oder ziehen', text: ['Nimm die oberste Karte der Ablage, oder zieh die oberste vom Nachziehstapel. Passen geht nicht.'] },
        {
          id: 'R3.2',
          name: 'Wenn du nimmst',
          text: [
            'Eine Karte von der Ablage muss eine deiner vier ersetzen, und die ersetzte kommt offen auf die Ablage. Alle haben gesehen, was du genommen hast, also wissen alle, was nun dort liegt.',
          ],
        },
        { id: 'R3.3', name: 'Verbrauchte Kraftkarten', text: ['Eine Kraftkarte auf der Ablage ist verbraucht: Solange sie obenauf liegt, kannst du sie nicht nehmen. Eine Hausregel kann es erlauben.'] },
        {
          id: 'R3.4',
          name: 'Wenn du ziehst',
          text: ['Sieh die Karte an und tu eines von dreien: Leg sie, ohne sie zu zeigen, anstelle einer deiner vier; setz sie ein, wenn es eine Kraftkarte ist; oder leg sie offen ab.'],
        },
        {
          id: 'R3.5',
          name: 'Eine Kraftkarte in deiner Reihe',
          text: ['Eine gezogene Kraftkarte darf verdeckt in deine Reihe wie jede andere. Dort hat sie keine Kraft. Eine Hausregel kann das für gezogene Karten verbieten.'],
          ruling: 'Nach den gedruckten Regeln darf eine gezogene Karte eine der vier ersetzen; eine Ausnahme für Kraftkarten nennen sie nicht.',
        },
        { id: 'R3.6', name: 'Keine Kraft beim Gehen', text: ['Stellt sich eine Karte, die deine Reihe verlässt, als Kraftkarte heraus, passiert nichts.'] },
        {
          id: 'R3.7',
          name: 'Wenn der Stapel leer ist',
          text: [
            'Ist nichts mehr zu ziehen, wenn deine Karten gespielt sind (vor einem Klopfen, R5.1), wird die ganze Ablage zu einem neuen Stapel gemischt und eine neue erste Karte aufgedeckt wie in R2.2. Muss mitten in einem Zug oder beim Zählen (R6.2) gezogen werden, geschieht das zuerst, mit allem, was bis dahin abgelegt ist. Kraftkarten, die so zurückkommen, haben wieder Kraft.',
          ],
        },
      ],
    },
    {
      id: 'R4',
      title: 'Kraftkarten',
      clauses: [
        { id: 'R4.1', name: 'Nur wenn du willst', text: ['Eine Kraft wirkt nur, wenn du die Karte vom Nachziehstapel ziehst, und du musst sie nie nutzen: Ablegen geht immer.'] },
        { id: 'R4.2', name: 'Spicken', text: ['Schau eine deiner eigenen vier Karten an, auch eine, die du kennst. Die Spickkarte wird abgelegt, und dein Zug ist vorbei.'] },
        {
          id: 'R4.3',
          name: 'Tauschen',
          text: [
            'Tausche eine deiner Karten gegen eine Karte von jemand anderem. Niemand schaut sie an. Die Tauschkarte wird abgelegt, und dein Zug ist vorbei. Wer eine der beiden Karten kannte, kennt sie auch an ihrem neuen Platz.',
          ],
        },
        { id: 'R4.4', name: 'Tausch mit der Person, die klopfte', text: ['Mit der Person, die geklopft hat, darfst du tauschen wie mit allen anderen. Eine Hausregel kann es verbieten.'] },
        {
          id: 'R4.5',
          name: 'Zieh 2',
          text: [
            'Leg sie ab und zieh die nächste Karte. Tust du etwas mit ihr (behalten, spicken, tauschen), bleibt es dabei. Legst du sie ungenutzt ab, ziehst du eine zweite, und die behältst du, setzt du ein oder legst du ab. Beide kommen vom Nachziehstapel, nie von der Ablage.',
          ],
        },
        { id: 'R4.6', name: 'Zieh 2 nach Zieh 2', text: ['Kommt während einer Zieh 2 noch eine Zieh 2 und setzt du sie ein, beginnt alles neu: Von da an darfst du zwei Mal ziehen, was auch immer von der ersten übrig war.'] },
      ],
    },
    {
      id: 'R5',
      title: 'Klopfen',
      clauses: [
        { id: 'R5.1', name: 'Klopf, klopf, Katz!', text: ['Ganz am Ende deines Zuges darfst du klopfen, schon im ersten. Klopfen kostet nichts und bringt nichts. Eine Runde darf dauern, solange sie dauert.'] },
        {
          id: 'R5.2',
          name: 'Die letzten Züge',
          text: [
            'Nach dem Klopfen haben alle anderen noch genau einen Zug; wer geklopft hat, hat keinen mehr. Sonst kann niemand klopfen. In diesen letzten Zügen endet dein Zug von selbst mit deiner letzten Karte, außer nach dem Spicken: Dann beendest du ihn selbst, damit du Zeit zum Schauen hast.',
          ],
        },
      ],
    },
    {
      id: 'R6',
      title: 'Zählen',
      clauses: [
        { id: 'R6.1', name: 'Alles offen', text: ['Alle Karten werden aufgedeckt.'] },
        {
          id: 'R6.2',
          name: 'Kraftkarten machen Platz',
          text: [
            'Jede Kraftkarte in einer Reihe wird ohne Wirkung abgelegt und vom Nachziehstapel ersetzt, beginnend links von der Person, die gegeben hat, und in jeder Reihe von links nach rechts. Ist auch die neue Karte eine Kraftkarte, wird sie ebenso ersetzt.',
          ],
        },
        {
          id: 'R6.3',
          name: 'Deine Punkte',
          text: [
            'Du bekommst die Summe deiner vier Karten. Geht das Spiel weiter, werden alle Karten eingesammelt, links wird gegeben, und die nächste Runde beginnt. Was alle hatten, bleibt zu sehen. Nach der letzten Runde bleiben die Reihen offen liegen.',
          ],
        },
      ],
    },
    {
      id: 'R7',
      title: 'Das Ende des Spiels',
      clauses: [
        { id: 'R7.1', name: 'Nach Runden', text: ['Das Spiel ist nach der vereinbarten Zahl von Runden aus: fünf, wenn ihr nichts anderes wählt.'] },
        { id: 'R7.2', name: 'Nach der Uhr', text: ['Sind die vereinbarten Minuten um, wird die Runde, die gegeben ist, zu Ende gespielt, und keine neue beginnt.'] },
        {
          id: 'R7.3',
          name: 'Nach Punkten',
          text: [
            'Wer die Grenze erreicht (100, oder eine Zahl von 20 bis 500), ist raus, auch mit genau dieser Zahl. Wer zuletzt übrig bleibt, gewinnt. Bleibt niemand übrig, gewinnt die niedrigste Summe unter denen, die in dieser letzten Runde ausschieden. Wer raus ist, bekommt keine Karten und keine Züge mehr.',
          ],
        },
        {
          id: 'R7.4',
          name: 'Plätze',
          text: [
            'Sonst gewinnt die niedrigste Summe, und gleiche Summen teilen sich einen Platz: 1, 1, 3. Spielt ihr nach Punkten (R7.3), steht höher, wer später ausschied, und innerhalb einer Runde die niedrigere Summe.',
          ],
        },
      ],
    },
    {
      id: 'R8',
      title: 'Junge Spieler',
      clauses: [
        { id: 'R8.1', name: 'Offene Enden', text: ['Die beiden äußeren Karten jeder Reihe liegen die ganze Runde offen, für alle zu sehen. Eine Karte, die dorthin kommt, liegt auch offen.'] },
        { id: 'R8.2', name: 'Tausch in der Mitte', text: ['Getauscht werden nur innere Karten, bei beiden. Alles andere bleibt gleich.'] },
      ],
    },
    {
      id: 'R9',
      title: 'Was du sehen kannst',
      clauses: [
        { id: 'R9.1', name: 'Für alle', text: ['Die Ablage, eine Karte, die von der Ablage genommen wurde, welche Plätze angeschaut, ersetzt oder getauscht wurden, wer geklopft hat, und wie viele Karten die Stapel haben.'] },
        { id: 'R9.2', name: 'Nur für dich', text: ['Deine beiden äußeren Karten beim ersten Blick, eine gezogene Karte, bis du sie ablegst oder offen hinlegst (R8.1), und eine Karte, auf die du spickst.'] },
        {
          id: 'R9.3',
          name: 'Merken ist das Spiel',
          text: [
            'Du siehst eine Karte nur, solange du schauen darfst: beim ersten Blick, solange sie gezogen ist, und eine gespickte, bis dein Zug endet. Mit der Gedächtnisstütze bleibt alles sichtbar, was du gesehen hast und noch kennst; wer zusieht oder raus ist, sieht dann, was für alle offen lag, und nichts, was andere heimlich gesehen haben.',
          ],
        },
      ],
    },
  ],
};
export default book;

import type { RuleBook } from '../../rules';

const book: RuleBook = {
  short: [
    'Bring König, Ritter, Bürger und Narr einmal um den Ring und nach Hause. Eine Karte sagt, wie weit eine Figur geht. Landest du auf einer Figur, muss sie zurück an den Start; überholt wird nach Rang.',
    'Wurmlöcher werfen Figuren über das Brett, und einmal je Hand darfst du um einen Schritt schummeln, wenn dich niemand erwischt. Wer zuerst vier Figuren daheim hat, gewinnt. Für 2 bis 4 Spieler.',
  ],
  chapters: [
    {
      id: 'K1',
      title: 'Brett, Figuren, Karten',
      clauses: [
        {
          id: 'K1.1',
          name: 'Das Brett',
          text: [
            'Ein Ring aus 64 Feldern, im Uhrzeigersinn, für 2 bis 4 Spieler. Die Farben sind der Reihe nach Grün, Gelb, Rot und Blau; zu zweit spielen Grün und Rot einander gegenüber. Jede Farbe hat ein Startfeld, einen Startbereich für ihre vier Figuren und ein Ziel aus vier Feldern, das hinter dem Startfeld abzweigt. Eine Farbe, die niemand spielt, hat keine Figuren, und ihr Startfeld ist ein Feld wie jedes andere.',
          ],
        },
        { id: 'K1.2', name: 'Deine vier', text: ['Vom höchsten Rang zum niedrigsten: König, Ritter, Bürger, Narr.'] },
        {
          id: 'K1.3',
          name: '110 Karten',
          text: [
            'Blau: 2, 3, 5, 6, 8, 9 und 12, je sieben Mal. Grün: 4± und 10, je sieben Mal. Rot: sieben Mal 1–7, zehn Mal Start/1/11, zehn Mal Start/13, sieben Mal Tausch, sechs Magnete, sieben Kopien.',
          ],
        },
        { id: 'K1.4', name: 'Vier Wurmlöcher', text: ['Zuerst liegen sie zehn Felder nach jedem Startfeld, egal wie viele mitspielen.'] },
        { id: 'K1.5', name: 'Alle am Start', text: ['Alle Figuren beginnen in ihren Startbereichen.'] },
      ],
    },
    {
      id: 'K2',
      title: 'So geht es',
      clauses: [
        {
          id: 'K2.1',
          name: 'Hände zu fünf',
          text: [
            'Alle bekommen fünf Karten und spielen eine je Zug. Sind sie gespielt, gibt es fünf neue: Das ist die nächste Hand. Reicht der Stapel zum Geben nicht, wird er erst mit der Ablage zusammengemischt. Wer auf dem ersten Platz sitzt, eröffnet jede Hand.',
          ],
        },
        {
          id: 'K2.2',
          name: 'Eine Karte, eine Figur',
          text: ['In deinem Zug spielst du eine Karte mit einer Figur und nutzt ihren ganzen Wert. Kannst du spielen, musst du. Geht keine Karte, wirfst du eine beliebige ab, und der Nächste ist dran.'],
        },
        {
          id: 'K2.3',
          name: 'Wer gewinnt',
          text: ['Wer zuerst alle vier Figuren im Ziel hat, gewinnt sofort. Die anderen werden danach gereiht, wie viele Figuren sie dort haben; gleiche Zahlen teilen sich einen Platz. Mit Partnern zählen die Figuren beider zusammen.'],
        },
        { id: 'K2.4', name: 'Wie lange', text: ['Ein Spiel dauert, solange es dauert. (Nur Simulationen enden nach 2.000 Zügen.)'] },
      ],
    },
    {
      id: 'K3',
      title: 'Überholen und schlagen',
      clauses: [
        { id: 'K3.1', name: 'Landen heißt schlagen', text: ['Auf einem Feld steht eine Figur. Landest du auf einer Figur, schlägst du sie: Sie muss zurück in ihren Startbereich. Vorbeiziehen schlägt nie.'] },
        {
          id: 'K3.2',
          name: 'Überholt wird nach Rang',
          text: ['Eine Figur überholt Figuren ihres eigenen oder eines niedrigeren Rangs, auch der eigenen Farbe. Der König zieht an allen vorbei; der Ritter an Rittern, Bürgern und Narren; der Bürger an Bürgern und Narren; der Narr nur an Narren.'],
        },
        { id: 'K3.3', name: 'Geschlagen nicht', text: ['Jede Figur schlägt jede andere, auch eine der eigenen Farbe, wenn keine der folgenden Regeln sie schützt.'] },
        {
          id: 'K3.4',
          name: 'Der König',
          text: ['Der König wird nur in drei Fällen geschlagen: vom König eines anderen; von jeder Figur, während er auf dem Startfeld einer anderen mitspielenden Farbe steht; und von jeder Figur, die mit einer grünen Karte zieht. Die letzten beiden gelten auch für Figuren seiner eigenen Farbe.'],
        },
        {
          id: 'K3.5',
          name: 'Sicher auf dem eigenen Startfeld',
          text: ['Eine Figur auf ihrem eigenen Startfeld ist geschützt. Sie lässt sich weder schlagen noch tauschen, und niemand kommt an ihr vorbei, welche Farbe auch immer. Nur ein Ritter kommt vorbei, wo sein Rang es erlaubt, auch auf seinem eigenen Startfeld.'],
        },
        { id: 'K3.6', name: 'Gäste auf einem Startfeld', text: ['Eine fremde Figur auf einem Startfeld ist nicht geschützt. Wem das Feld gehört, der darf sie immer schlagen, beim Starten einer Figur oder beim Landen, sogar einen König. Überholt wird sie nach Rang.'] },
        { id: 'K3.7', name: 'Frieden daheim', text: ['Im Ziel wird niemand geschlagen oder getauscht. Überholt wird dort nach Rang wie überall, und auch K3.9 gilt dort.'] },
        { id: 'K3.8', name: 'Ganz oder gar nicht', text: ['Ein Zug, der regelwidrig an einer Figur vorbeizöge oder sie träfe, ist nicht möglich. Eine Figur bleibt nie vor dem stehen, was im Weg ist.'] },
        {
          id: 'K3.9',
          name: 'Grüne Karten kennen keinen Rang',
          text: [
            'Eine Figur mit einer grünen Karte überholt alle und darf einen König schlagen. Vorwärts versperrt eine nach K3.5 geschützte Figur weiterhin den Weg; doch ein Ritter mit einer grünen Karte zieht dort selbst an einem König vorbei. Mit einer 4 zurück springt eine Figur über alle, landet aber nie auf einer geschützten.',
          ],
        },
      ],
    },
    {
      id: 'K4',
      title: 'Start und Ziel',
      clauses: [
        { id: 'K4.1', name: 'Starten', text: ['Eine Startkarte bringt eine Figur deiner Wahl aus dem Startbereich auf dein Startfeld, außer eine von deinen steht schon dort.'] },
        {
          id: 'K4.2',
          name: 'Der Heimweg',
          text: [
            'Hinter ihrem eigenen Startfeld geht eine Figur auf dem Ring weiter oder biegt ins Ziel ab. Ein Zug, der auf dem eigenen Startfeld beginnt, führt nicht hinein. Runden werden nicht gezählt: Eine Figur, die irgendwie vor ihr Startfeld gekommen ist (4 zurück, ein Wurmloch, ein Tausch), darf hinein.',
          ],
        },
        { id: 'K4.3', name: 'Genau', text: ['Du musst ein freies Zielfeld genau treffen und regelgerecht überholen, an wem du vorbeikommst; eine Figur auf dem eigenen Startfeld versperrt den Weg wie in K3.5. Könnte ein Zug hinein oder vorbei, wählst du.'] },
        { id: 'K4.4', name: 'Im Ziel', text: ['Im Ziel dürfen Figuren weiter, vorwärts und mit genauen Werten. Eine 4 zurück führt nicht ins Ziel, nicht hinaus und bewegt nichts darin.'] },
        { id: 'K4.5', name: 'Das Vorrecht des Narren', text: ['Ein Narr, der vom Ring ins Ziel geht, darf 1 oder 2 Punkte der Karte verfallen lassen, wie du willst. Sonst darf das niemand, und nirgends.'] },
      ],
    },
    {
      id: 'K5',
      title: 'Was die Karten tun',
      clauses: [
        {
          id: 'K5.1',
          name: 'Zahlen',
          text: ['Blaue Karten: so viele Felder vor. 1–7: 1 bis 7 vor, mit einer Figur. 4±: vier vor oder vier zurück. 10: zehn vor. Start/1/11: eine Figur starten, oder 1 oder 11 vor. Start/13: eine Figur starten, oder 13 vor.'],
        },
        {
          id: 'K5.2',
          name: 'Der König spaziert',
          text: ['Er geht mit 2, 3, 5, 6, 1–7, 4± in beide Richtungen und der 1 von Start/1/11. Er wird gestartet, getauscht und von Magneten gezogen wie alle, und geht mit einer Kopie, wenn die kopierte Karte es täte. Nie geht er 8, 9, 10, 11, 12 oder 13.'],
          ruling: 'Die Quelle lässt den König mit Werten von 1 bis 7 und mit Startkarten gehen und lässt offen, ob er deren 11 und 13 geht. Bei uns startet er und geht die 1: Die anderen sind keine Werte von 1 bis 7.',
        },
        {
          id: 'K5.3',
          name: 'Tausch',
          text: ['Eine deiner Figuren auf dem Ring tauscht den Platz mit der Figur von jemand anderem auf dem Ring, auch Könige. Figuren auf ihrem eigenen Startfeld, im Ziel oder im Startbereich nehmen nicht teil. Ist es alles, was du spielen kannst, musst du, was es auch kostet. Ohne solch ein Paar geht die Karte nicht.'],
        },
        {
          id: 'K5.4',
          name: 'Magnet',
          text: ['Eine deiner Figuren auf dem Ring wird nach vorn gezogen, bis knapp vor die nächste Figur auf dem Ring. Sie überholt niemanden, schlägt niemanden und biegt nie ins Ziel ab. Es braucht eine andere Figur auf dem Ring und mindestens einen Schritt.'],
        },
        {
          id: 'K5.5',
          name: 'Kopie',
          text: ['Sie steht für die zuletzt gespielte Karte, von wem auch immer, mit allen ihren Möglichkeiten und ihrer Farbe. Eine abgeworfene Karte gilt nicht als gespielt. Eine Kopie kann nicht die erste Karte eines Spiels sein und nicht auf eine Kopie folgen.'],
        },
      ],
    },
    {
      id: 'K6',
      title: 'Wurmlöcher',
      clauses: [
        {
          id: 'K6.1',
          name: 'Hindurch',
          text: [
            'Eine Figur, die mit welcher Karte auch immer auf einem Wurmloch landet, schlägt dort erst wie gewohnt und kommt dann zufällig zu einem der anderen Wurmlöcher, und nicht weiter. Auch die Figur eines Magneten fällt hindurch, und beide Figuren eines Tauschs: Erst werden sie hingestellt, dann geht deine, dann die andere, außer deine hat sie gerade geschlagen. Jede schlägt als ihre eigene Farbe.',
          ],
        },
        { id: 'K6.2', name: 'Jemand am Ausgang', text: ['Eine Figur am Ausgang wird geschlagen, wenn diese Karte und die Regeln es erlauben; ein Magnet schlägt nie. Sonst wird ein anderer Ausgang gelost. Ist keiner übrig, bleibt die Figur, wo sie gelandet ist.'] },
        {
          id: 'K6.3',
          name: 'Die Wurmlöcher verlegen',
          text: ['Einmal je Hand, während jemand anderes am Zug ist, darfst du alle vier Wurmlöcher auf zufällige freie Felder verlegen, nie auf ein Startfeld und nie dorthin, wo ein Wurmloch war. Figuren bleiben stehen. Am Handy deckst du den Lichtsensor ab.'],
        },
      ],
    },
    {
      id: 'K7',
      title: 'Schummeln und beschuldigen',
      clauses: [
        {
          id: 'K7.1',
          name: 'Um einen Schritt daneben',
          text: [
            'Einmal je Hand darfst du den Wert deiner Karte um eins senken oder heben, am Handy durch Kippen nach links oder rechts. Das geht nur bei Zahlen: blaue Karten, 1–7, 4± (3 oder 5 in der gewählten Richtung), 10, die 1, 11 und 13 der Startkarten und Kopien davon. Der veränderte Zug muss alle Regeln einhalten, und mindestens ein Schritt muss bleiben.',
            'Ob der König gehen darf, sagt der gedruckte Wert: 7+1 ja, 8−1 und 11−1 nein. Bei einer 1–7 ändert sich der Wert, den du wählst, er reicht also von 1 bis 8; auch eine Schummelei, die niemand sehen könnte, ist eine.',
          ],
        },
        { id: 'K7.2', name: 'Niemand weiß es', text: ['Die anderen sehen die Karte und wohin die Figur ging, nie, dass du geschummelt hast. Niemand muss schummeln: Was du spielen musst (K2.2), sind ehrliche Züge.'] },
        {
          id: 'K7.3',
          name: 'Beschuldigen',
          text: [
            'In deinem Zug, bevor du spielst, darfst du jemand anderen beschuldigen, einmal je Zug, wenn eine deiner Figuren draußen ist. Hat die Person seit deinem letzten Zug geschummelt und wurde noch nicht bestraft, muss eine ihrer Figuren, vom Los bestimmt, zurück in den Startbereich; Startfeld und Ziel schützen nicht. Wenn nicht, trifft es eine von deinen.',
            'Ist die beschuldigte Person schuldig, hat aber keine Figur draußen, passiert nichts, und die Schummelei bleibt offen. Beschuldigen kannst du, bis die Person wieder am Zug ist. Kein Zug wird zurückgenommen, und dein Zug geht weiter.',
          ],
          ruling: 'Die Quellen sagen nicht, welche Figur zurückmuss. Wir losen eine aus allen, die draußen sind: So wählt niemand, und nichts ist sicher.',
        },
        { id: 'K7.4', name: 'Ohne', text: ['Ein Tisch kann das Schummeln (und Beschuldigen) abschalten, oder die Wurmlöcher.'] },
      ],
    },
    {
      id: 'K8',
      title: 'Partner',
      clauses: [
        {
          id: 'K8.1',
          name: 'Zwei gegen zwei',
          text: [
            'Partner sitzen einander gegenüber, und die Seite, deren acht Figuren alle daheim sind, gewinnt. Sind deine vier daheim, ziehst du die Figuren deines Partners mit deinen eigenen Karten; Karten werden nie getauscht. Partner schlagen, tauschen und beschuldigen einander wie alle.',
            'Während du die Figuren deines Partners ziehst, gelten die Regeln wie für seine Farbe, aber Schummeln und Strafe bleiben bei dir. Verlierst du eine Figur aus dem Ziel, ziehst du wieder deine eigenen.',
          ],
        },
      ],
    },
    {
      id: 'K9',
      title: 'Was du sehen kannst',
      clauses: [
        {
          id: 'K9.1',
          name: 'Offen und geheim',
          text: [
            'Alle sehen das Brett, die Wurmlöcher, alle gespielten und abgeworfenen Karten, wie viele Karten alle haben, und wer die Wurmlöcher schon verlegt hat. Deine Hand und deine Schummelei gehören dir allein. Bis das Spiel aus ist, verrät nichts, ob jemand geschummelt hat; nur eine Beschuldigung, die stimmt, bringt diesen einen Fall ans Licht. Die Aufzeichnung eines fertigen Spiels ist offen.',
          ],
        },
      ],
    },
  ],
};
export default book;

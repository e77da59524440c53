/** The kinds of task that the composer knows. `other` is for what it doesn't recognise. */
export const taskKinds = [
  'write',
  'rewrite',
  'summarise',
  'translate',
  'code',
  'analyse',
  'research',
  'plan',
  'teach',
  'image',
  'support',
  'brainstorm',
  'other',
] as const
export type TaskKind = (typeof taskKinds)[number]

/** English stems of words that speak for a kind. Ideas in other languages are `other` unless their writer names the kind. */
const stems: Record<Exclude<TaskKind, 'other'>, string> = {
  translate: 'translat',
  summarise: 'summar tldr condens digest',
  image: 'image picture photo illustrat logo poster drawing paint portrait wallpaper midjourney dall-e',
  code: `code coding program script function bug debug refactor api sql regex python javascript typescript java rust golang html
    css react unit-test algorithm website`,
  rewrite: 'rewrite rephrase proofread edit improve polish shorten paraphras',
  support: 'customer complaint refund helpdesk support ticket',
  brainstorm: 'brainstorm ideas idea names slogans suggestions',
  plan: 'plan schedule roadmap itinerary agenda checklist strategy workout meal trip travel organis organiz',
  teach: 'teach explain learn lesson tutor quiz course student exam homework flashcard',
  research: 'research literature sources study studies survey compare comparison',
  analyse: 'analys analyz evaluat assess review audit swot data dataset metrics spreadsheet feedback',
  write: `write draft compose letter email e-mail essay article blog post story poem speech report newsletter caption
    description cover-letter tweet linkedin`,
}

/** Whole words only, so that “date” isn't data and “explanation” isn't a plan. */
const whole = new Set('edit code bug api sql css html data plan idea post java rust meal trip'.split(' '))

const kindOfStem = Object.entries(stems).flatMap(([kind, words]) =>
  words.split(/\s+/).map((stem) => ({ kind: kind as TaskKind, stem })),
)

/**
 * The kind of task that an idea asks for, by its words: the earlier a word stands, the more it says (“Write code that
 * translates” is code). `other` where no word is known.
 */
export function kindOf(idea: string): TaskKind {
  const weights = new Map<TaskKind, number>()
  const words = idea.toLowerCase().match(/\p{L}[\p{L}\p{M}-]*/gu) ?? []
  for (const [place, word] of words.slice(0, 60).entries()) {
    for (const kind of new Set(kindOfStem.filter(({ stem }) => speaks(word, stem)).map(({ kind }) => kind)))
      weights.set(kind, (weights.get(kind) ?? 0) + weightOf(kind, place))
  }
  const [best] = [...weights].sort(([, a], [, b]) => b - a)
  return best ? best[0] : 'other'
}

function speaks(word: string, stem: string): boolean {
  return whole.has(stem) ? word === stem || word === `${stem}s` : word.startsWith(stem)
}

/** “Write” goes with every task; a word for a more special kind outweighs it. */
function weightOf(kind: TaskKind, place: number): number {
  return (kind === 'write' || kind === 'analyse' ? 0.8 : 1.2) / (1 + place / 12)
}

/** The kinds of task that the composer knows, in the API's spelling. `other` is for all other tasks. */
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

/**
 * Stems of English words that suggest a kind. Ideas in other languages are mostly `other`, unless the member chooses a
 * kind.
 */
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
    description cover-letter tweet linkedin rap song lyric lullab haiku limerick`,
}

/** Stems that match only whole words and their plural with s, so that “database” isn't data and “planet” isn't a plan. */
const wholeWords = new Set('edit code bug api sql css html data plan idea post java rust meal trip rap'.split(' '))

const stemsWithKinds = Object.entries(stems).flatMap(([kind, words]) =>
  words.split(/\s+/).map((stem) => ({ kind: kind as TaskKind, stem })),
)

/** Matches questions about the world rather than about the person who asks. */
const asksForExplanation =
  /^(?:(?:the )?differences? between|what (?:is|are|was|were|does|do)|how (?:does|do|did)|why (?:is|are|do|does|did|was|were)) (?!(?:i|we|my|our|you|your|it|this)\b)\S/iu

/**
 * Recognizes the kind of task by the words of an idea. Earlier words weigh more, so “Write code that translates” is
 * `code`. If no word is known, a question about the world is `teach`, and any other idea is `other`.
 */
export function kindOf(idea: string): TaskKind {
  const weights = new Map<TaskKind, number>()
  const words = idea.toLowerCase().match(/\p{L}[\p{L}\p{M}-]*/gu) ?? []
  for (const [position, word] of words.slice(0, 60).entries()) {
    for (const kind of new Set(stemsWithKinds.filter(({ stem }) => matches(word, stem)).map(({ kind }) => kind)))
      weights.set(kind, (weights.get(kind) ?? 0) + weightOf(kind, position))
  }
  const [best] = [...weights].sort(([, a], [, b]) => b - a)
  return best ? best[0] : asksForExplanation.test(idea.trim()) ? 'teach' : 'other'
}

function matches(word: string, stem: string): boolean {
  return wholeWords.has(stem) ? word === stem || word === `${stem}s` : word.startsWith(stem)
}

/**
 * Returns the weight of a word. “Write” and “analyze” fit most tasks, so words for more specific kinds outweigh them.
 */
function weightOf(kind: TaskKind, position: number): number {
  return (kind === 'write' || kind === 'analyse' ? 0.8 : 1.2) / (1 + position / 12)
}

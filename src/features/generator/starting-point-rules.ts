import { clearlyFits } from '#features/prompt-search/ranking-rules.ts'
import { stem } from './fact-rules.ts'
import { tasksOf, withoutPreamble } from './idea-rules.ts'
import type { TaskKind } from './rules.ts'

/**
 * A prompt that searches for an idea found. `similarity`: of its meaning to that of the idea, as a cosine, 0 if that isn't
 * among the most similar, or null if meanings weren't compared. `inWhole`: how well it fits the words of the whole idea.
 */
export type Found = {
  id: string
  title: string
  tags: string[]
  similarity: number | null
  inWhole?: Parameters<typeof clearlyFits>[0] & { headCoverage?: number }
}
/** `fits`: the prompt can be adapted to the idea. `isClose`: it can be offered beside another. */
type ChosenPrompt<Item> = Item & { fits: boolean; isClose: boolean }

/** The categories of the kinds of task for which a text in any other category isn't what is wanted. */
export const categoriesOfKind: Partial<Record<TaskKind, readonly string[]>> = {
  translate: ['multilingual-translation'],
  code: ['programming-code', 'technical'],
  teach: ['education-learning'],
  image: ['image-generation'],
  support: ['customer-support'],
}

/** A prompt fits by a single word of its tags, or by words of the whole idea, if it is this similar to the idea. */
const similarityMin = 0.38
/** A prompt that the idea doesn't name fits if title, tags and description have this much of it. */
const headCoverageMin = 0.65
/** A common verb says more than a common noun, and a title more than a tag. Two words say more than either. */
const verbWeight = 1.25
const titleWeight = 0.25
/** What a title adds all of whose words the idea has, such as the landlord to whom a letter is. */
const sharedWeight = 0.4
/** A prompt that doesn't fit is still close if it is this similar to the idea. */
const closeSimilarity = 0.52
/** Words that name no kind of text: verbs that ask for any, sizes, and what stands for a subject in titles. */
const general = new Set(
  `a an the my our your this these some any act as please help me i need want to write draft create make give generate
  build do get prepare produce turn change show tell find design develop one two three four five six seven eight nine ten
  more new good better short long simple simply plain quick polite of up topic subject text article thing something option scene`.split(
    /\s+/,
  ),
)

/** Words for the same kind of text, by the word that stands for all of them. Words are without their endings. */
const sameKind = new Map([
  ...['email', 'mail', 'messag'].map((word) => [word, 'letter'] as const),
  ...['photo', 'imag', 'paint', 'draw', 'illustration'].map((word) => [word, 'pictur'] as const),
  ['cv', 'resum'] as const,
  ['toast', 'speech'] as const,
])

/**
 * Orders what was found for an idea, the best first. The kind of text decides: a prompt fits if the idea names what the
 * prompt is for, by the beginning of its title or one of its tags, whatever the subject is.
 */
export function chooseStartingPoints<Item extends Found>(idea: string, found: Item[]): ChosenPrompt<Item>[] {
  const task = readTask(withoutPreamble(idea))
  return found
    .map((prompt, index) => {
      const { similarity, inWhole = {} } = prompt
      const byTitle = Math.max(0, ...titleNamesOf(prompt.title).map((name) => wordsNamed(name, task)))
      const byTag = Math.max(0, ...prompt.tags.map((tag) => wordsNamed(wordsOf(tag), { ...task, verb: undefined })))
      const named = Math.max(byTitle > 0 ? byTitle + titleWeight : 0, byTag)
      const isFound = clearlyFits(inWhole) && (inWhole.headCoverage ?? 0) >= headCoverageMin
      const isSimilar = similarity === null || similarity >= similarityMin
      const fits = byTitle > 0 || byTag > 1 || ((byTag > 0 || isFound) && isSimilar)
      const isClose = fits || named > 0 || (similarity ?? 0) >= closeSimilarity
      const title = wordsOf(prompt.title)
      const shared = title.filter((word) => task.words.has(word)).length / Math.max(1, title.length)
      return { prompt, fits, isClose, order: named + sharedWeight * shared + (similarity ?? 0) - index / 200 }
    })
    .sort((a, b) => Number(b.fits) - Number(a.fits) || b.order - a.order)
    .map(({ prompt, fits, isClose }) => ({ ...prompt, fits, isClose }))
}

/**
 * The words of an idea, and those that say what kind of text it asks for (`kind`). `verb`: its first word, if that says something.
 * `lasts`: the last words of what it asks for. `result`: the words of what something is turned into.
 */
type Task = { words: Set<string>; kind: Set<string>; verb: string | undefined; lasts: Set<string>; result: Set<string> }

function readTask(idea: string): Task {
  const tasks = tasksOf(idea).map(wordsOf)
  return {
    words: new Set(wordsOf(idea)),
    kind: new Set(tasks.flat()),
    verb: wordsOf(verbOf(idea) ?? '')[0],
    // “A picture of a lighthouse” asks for a picture.
    lasts: new Set(
      tasksOf(idea)
        .flatMap((part) => [part, part.split(' of ', 1)[0] ?? ''])
        .flatMap((part) => wordsOf(part).at(-1) ?? []),
    ),
    result: new Set(tasks[1]),
  }
}

/** Returns the first word of an idea, such as “translate”, unless it could ask for any kind of text. */
export function verbOf(idea: string): string | undefined {
  const [word = ''] = idea.trim().toLowerCase().split(/\s+/, 1)
  return wordsOf(word).length > 0 ? word : undefined
}

/** Returns how many words of a prompt's name an idea has, if it has all of them and they name what it asks for, or 0. */
function wordsNamed(name: string[], { words, kind, verb, lasts, result }: Task): number {
  if (name.length === 0 || !name.every((word) => words.has(word))) return 0
  const isResult = name.every((word) => result.has(word))
  if (name.length > 1) return name.some((word) => kind.has(word)) ? name.length + Number(isResult) : 0
  const [word = ''] = name
  if (word === verb) return verbWeight
  return lasts.has(word) ? 1 : 0
}

/** Returns what a title begins with, as lists of words: “Workout or yoga routine at home” names two kinds of text. */
function titleNamesOf(title: string): string[][] {
  return tasksOf(title).flatMap((task) => task.split(/ or |\//).map(wordsOf))
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? []
  return words
    .filter((word) => !general.has(word))
    .map(stem)
    .map((word) => sameKind.get(word) ?? word)
}

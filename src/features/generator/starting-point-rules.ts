import { clearlyFits } from '#features/prompt-search/ranking-rules.ts'
import { stem } from './fact-rules.ts'
import { tasksOf } from './idea-rules.ts'
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

/** A prompt that the idea names by a single word, or doesn't name, fits if it is at least this similar to the idea. */
const similarityMin = 0.4
/** A prompt that the idea doesn't name fits if title, tags and description have this much of it. */
const headCoverageMin = 0.65
/** A prompt that doesn't fit is still close if it is this similar to the idea. */
const closeSimilarity = 0.48
/** Verbs that ask for any kind of text. Words of size and order, and articles, name none either. */
const general = new Set(
  `a an the my our your this these some any act as please help me i need want to write draft create make give generate
  build do get prepare produce turn change show tell find design develop one two three four five six seven eight nine ten
  more new good better short long simple simply plain quick`.split(/\s+/),
)

/**
 * Orders what was found for an idea, the best first. The kind of text decides: a prompt fits if the idea names what the
 * prompt is for, by the beginning of its title or one of its tags, whatever the subject is.
 */
export function chooseStartingPoints<Item extends Found>(idea: string, found: Item[]): ChosenPrompt<Item>[] {
  const wish = readWish(idea)
  return found
    .map((prompt) => {
      const named = Math.max(
        Number(hasSameVerb(prompt.title, wish)),
        ...namesOf(prompt).map((name) => wordsNamed(name, wish)),
      )
      const { similarity } = prompt
      const isFound = clearlyFits(prompt.inWhole ?? {}) && (prompt.inWhole?.headCoverage ?? 0) >= headCoverageMin
      const fits = named > 1 || ((named > 0 || isFound) && (similarity === null || similarity >= similarityMin))
      return { prompt, fits, named, isClose: fits || named > 0 || (similarity ?? 0) >= closeSimilarity }
    })
    .map((choice, index) => ({
      ...choice,
      order: 0.5 * choice.named + 2 * (choice.prompt.similarity ?? 0) - index / 100,
    }))
    .sort((a, b) => Number(b.fits) - Number(a.fits) || b.order - a.order)
    .map(({ prompt, fits, isClose }) => ({ ...prompt, fits, isClose }))
}

/** The words of an idea, and those that say what kind of text it asks for. `first` is its verb, if it has one. */
type Wish = { words: Set<string>; task: Set<string>; first: string | undefined; lasts: Set<string> }

function readWish(idea: string): Wish {
  const tasks = tasksOf(idea).map(wordsOf)
  return {
    words: new Set(wordsOf(idea)),
    task: new Set(tasks.flat()),
    first: tasks[0]?.[0],
    lasts: new Set(tasks.flatMap((words) => words.at(-1) ?? [])),
  }
}

/** Returns how many words of a prompt's name the idea has, if it has all of them and they name what it asks for. */
function wordsNamed(name: string[], { words, task, first, lasts }: Wish): number {
  if (name.length === 0 || !name.every((word) => words.has(word))) return 0
  if (name.length > 1) return name.some((word) => task.has(word)) ? name.length : 0
  const [word = ''] = name
  return word === first || lasts.has(word) ? 1 : 0
}

/** Tells whether a title begins with the same word as the idea, such as “translate”. */
function hasSameVerb(title: string, { first }: Wish): boolean {
  return first !== undefined && wordsOf(title.split(' ', 1)[0] ?? '')[0] === first
}

/** Returns what a prompt is for, each as a list of words: the beginning of its title, and its tags. */
function namesOf({ title, tags }: Pick<Found, 'title' | 'tags'>): string[][] {
  const beginnings = tasksOf(title).flatMap((task) => task.split(/ or |\//))
  return [...beginnings, ...tags].map(wordsOf).filter((name) => name.length > 0)
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? []
  return words.filter((word) => !general.has(word)).map(stem)
}

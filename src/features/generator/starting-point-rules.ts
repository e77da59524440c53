import { clearlyFits } from '#features/prompt-search/ranking-rules.ts'
import type { TaskKind } from './rules.ts'

/** A prompt as a search ranked it (`Rank` in ranking-rules.ts). */
type Found = {
  id: string
  score: number
  coverage?: number
  headCoverage?: number
  likelihood?: number
  wordsFound?: number
  hasTitleWord?: boolean
  isNear?: boolean
}
/** What a search found. `similarities` has cosines by id, and is null if meanings weren't compared. */
type Findings = { ranked: Found[]; isGuess: boolean; similarities: ReadonlyMap<string, number> | null }

/** `fits`: the prompt can be adapted to the idea. `isClose`: it can be offered beside another. */
type ChosenPrompt = { id: string; fits: boolean; isClose: boolean }

/**
 * A prompt similar to the task alone must also be this similar to the whole idea: for “a polite no”, not every prompt
 * with the word “polite” fits.
 */
const wholeSimilarityMin = { near: 0.38, other: 0.41 }
/**
 * How similar a prompt must be to the whole idea to fit although it calls the kind of text something else, such as a
 * “letter” instead of an “email” (`named`: it has the task only in its tags or description).
 */
const sameMeaning = { first: 0.68, synonym: 0.65, named: 0.55 }
/** A prompt near the task in meaning fits if it covers this much of it, even without one of its words in the title. */
const nearCoverage = 0.68
/** A prompt with this coverage of the task is for exactly this kind of text. Such prompts come first. */
const fullCoverage = 0.95
/**
 * What is adapted must have this much of the task in its title, tags and description, so that it doesn't merely share
 * the topic. Less is enough for one whose text has the rest.
 */
const taskShare = { head: 0.65, headWithText: 0.5 }
/** If none fits, this many that a search for the task finds first are close, with this `headCoverage`. */
const closeInTask = { max: 2, headCoverage: 0.3 }
/** A prompt that doesn't fit is still close if it is this similar to the whole idea. */
const closeSimilarity = 0.48
/** A prompt that fits the whole idea but isn't found by the task alone covers this much of the idea. */
const coverageWithoutTask = 0.6

/** The categories of the kinds of task for which a text in any other category isn't what is wanted. */
export const categoriesOfKind: Partial<Record<TaskKind, readonly string[]>> = {
  translate: ['multilingual-translation'],
  code: ['programming-code', 'technical'],
  teach: ['education-learning'],
  image: ['image-generation'],
  support: ['customer-support'],
}

/**
 * Orders what was found for a whole idea (`whole`) and for the kind of text that it asks for (`task`), the best first.
 * The kind of text decides: a prompt for lesson plans fits every lesson, whatever its subject. Only those that fit can
 * be adapted; the others are merely close. If none fits, what a search for the task finds comes first.
 */
export function chooseStartingPoints(whole: Findings, task: Findings): ChosenPrompt[] {
  const inWhole = new Map(whole.ranked.map((found) => [found.id, found]))
  const inTask = new Map(task.ranked.map((found) => [found.id, found]))
  const similarityOf = (id: string) => whole.similarities?.get(id) ?? 0
  const isRelevant = ({ id, isNear }: Found) =>
    whole.similarities ? similarityOf(id) >= wholeSimilarityMin[isNear ? 'near' : 'other'] : inWhole.has(id)
  // A single word isn't compared by meaning.
  const isMeant = ({ id, wordsFound = 0 }: Found) => wordsFound > 1 || similarityOf(id) >= wholeSimilarityMin.near
  const isFirst = (id: string) => !whole.isGuess && whole.ranked[0]?.id === id
  const isInOtherWords = (one: Found | undefined, other: Found | undefined) =>
    (one && isFirst(one.id) && clearlyFits(one) && similarityOf(one.id) >= sameMeaning.first) ||
    (other?.isNear &&
      other.hasTitleWord &&
      (other.likelihood ?? 0) >= 1 &&
      similarityOf(other.id) >= sameMeaning.synonym)
  const fits = (id: string) => {
    const [one, other] = [inWhole.get(id), inTask.get(id)]
    if (isInOtherWords(one, other)) return true
    if (!sharesTask(other)) return false
    const isSure = one && clearlyFits(one) && (other || (one.coverage ?? 0) >= coverageWithoutTask)
    if (isSure || (one?.isNear && isFirst(id))) return true
    const fitsTask = other && (clearlyFits(other) || (other.isNear && (other.coverage ?? 0) >= nearCoverage))
    const isForTask =
      other &&
      isFull(other) &&
      (clearlyFits(other) || similarityOf(id) >= sameMeaning.named) &&
      (task.similarities ? other.isNear : isMeant(other))
    return Boolean(isForTask || (fitsTask && isRelevant(other)))
  }
  const scoreOf = (found: Findings, byId: Map<string, Found>, id: string) =>
    (byId.get(id)?.score ?? 0) / Math.max(1, found.ranked[0]?.score ?? 1)
  const chosen = [...new Set([...inWhole.keys(), ...inTask.keys()])]
    .map((id) => ({
      id,
      fits: fits(id),
      isForTask: isFull(inTask.get(id)),
      similarity: similarityOf(id),
    }))
    .map((found) => ({
      ...found,
      score: scoreOf(whole, inWhole, found.id) + scoreOf(task, inTask, found.id) / 2 + 2 * found.similarity,
    }))
    .sort(
      (a, b) =>
        Number(b.fits) - Number(a.fits) ||
        Number(b.isForTask) - Number(a.isForTask) ||
        b.score - a.score ||
        (a.id < b.id ? 1 : -1),
    )
    .map(({ id, fits, similarity }) => ({ id, fits, isClose: fits || similarity >= closeSimilarity }))
  if (chosen.some(({ fits }) => fits)) return chosen
  const firstIds = task.ranked
    .filter(({ headCoverage = 0 }) => headCoverage >= closeInTask.headCoverage)
    .slice(0, closeInTask.max)
    .map(({ id }) => id)
  return [
    ...firstIds.map((id) => ({ id, fits: false, isClose: true })),
    ...chosen.filter(({ id }) => !firstIds.includes(id)),
  ]
}

function sharesTask(found: Found | undefined): boolean {
  const share = found?.headCoverage ?? 0
  return share >= taskShare.head || (share >= taskShare.headWithText && isFull(found))
}

function isFull(found: Found | undefined): boolean {
  return (found?.coverage ?? 0) >= fullCoverage
}

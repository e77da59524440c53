/** A form of a searched word: the word itself, or a related one. `rarity`: its inverse document frequency. */
export type RankedForm = { weight: number; rarity: number }

/**
 * A searched word with its forms, the word itself first. `weight`: almost 0 for words that only introduce a request.
 */
export type RankedWord = { weight: number; forms: RankedForm[] }

/**
 * How often and where a prompt has a form: 0 to 1 in title, tags and description (`head`), and in the content (`body`),
 * as ts_rank measures it: 0.6 for once, towards 1 for many times.
 */
export type Occurrence = { head: number; body: number }

/** A prompt that is ranked: its occurrences by word and form, and which neighboring words it has side by side. */
export type RankedPrompt = {
  title: string
  bytes: number
  /** Whether its text describes a picture: its words name objects in the picture, not what the prompt is for. */
  isPicture: boolean
  occurrences: (Occurrence | undefined)[][]
  /** The same for needs. */
  needs: (Occurrence | undefined)[][]
  /** By the first word of each pair: whether it is followed by the next one. */
  pairs: boolean[]
  /** How nearly it means what the search means, as a cosine; 0 where that isn't known. */
  similarity: number
}

/**
 * The search itself. `asksForPicture`: whether pictures come first. `needs`: what it is likely for; their weight is their
 * share of the search.
 */
export type Asked = { term: string; asksForPicture: boolean; needs: RankedWord[] }

/**
 * `coverage`: the share of the search, by rarity, that a prompt has; `likelihood`: the same with needs. `isNear`: it means
 * nearly what the search means.
 */
export type Rank = { score: number; coverage: number; likelihood: number; isNear: boolean }

const headFactor = 3
const bodyFactor = 1.2
const needFactor = 1.2
const pairFactor = 0.25
/** A text of this many bytes counts in full; ten times as long, less than half. */
const usualBytes = 1_500
const lengthFactor = 0.6
/** A picture's text counts less, unless a picture is asked for: then pictures come first. */
const pictureFactors = { text: 0.5, unasked: 0.8, asked: 1.4, need: 0.3 }
/**
 * Cosines up to `least` mean nothing. From `near` on, a prompt may be a guess without a word of the search. Pictures are
 * described in words of which sentences are full.
 */
const similarities = { least: 0.3, near: 0.45, factor: 4, unaskedPicture: 0.05 }
/** `head` of a word in the title, at least. */
const inTitle = 0.6
/** Prompts with every word rank a little higher. */
const everyWordBonus = 1.15
const titleBonus = 1_000

/** Robertson and Spärck Jones' inverse document frequency, never negative. */
export function rarityOf(prompts: number, total: number): number {
  return Math.log(1 + (Math.max(total, prompts) - prompts + 0.5) / (prompts + 0.5))
}

/**
 * How well a prompt answers a search, after BM25 (Robertson and Zaragoza, 2009): rare words count more, titles more than
 * texts, long texts less.
 */
export function rankOf(words: RankedWord[], prompt: RankedPrompt, { term, asksForPicture, needs }: Asked): Rank {
  const length = 1 + lengthFactor * Math.log(Math.max(1, prompt.bytes / usualBytes))
  const shortness = (prompt.isPicture && !asksForPicture ? pictureFactors.text : 1) / length
  const titleWords = prompt.title.trim().split(/\s+/).length
  const found = words.map(({ forms }, index) => bestForm(forms, prompt.occurrences[index] ?? [], shortness))
  const fullness = Math.min(1, found.filter((form) => form && form.head >= inTitle).length / titleWords)
  let [sum, covered, whole] = [0, 0, 0]
  for (const [index, { weight, forms }] of words.entries()) {
    const rarity = forms[0]?.rarity ?? 0
    whole += weight * rarity
    const form = found[index]
    if (!form) continue
    sum += weight * form.rarity * (headFactor * (0.6 + 0.8 * fullness) * form.head + form.body)
    covered += weight * Math.min(rarity, form.rarity) * Math.min(1, form.head > 0 ? 1 : 1.3 * form.body)
    if (prompt.pairs[index]) sum += pairFactor * weight * rarity
  }
  const coverage = whole === 0 ? 0 : covered / whole
  let likelihood = coverage
  for (const [index, { weight, forms }] of needs.entries()) {
    const form = bestForm(forms, prompt.needs[index] ?? [], shortness)
    if (!form) continue
    const share = weight * (prompt.isPicture && !asksForPicture ? pictureFactors.need : 1)
    const nearness = form.rarity / (forms[0]?.rarity || 1)
    sum += needFactor * share * whole * nearness * (headFactor * (0.6 + 0.8 * fullness) * form.head + form.body)
    likelihood += share * (form.head > 0 ? 1 : Math.min(1, form.body))
  }
  const isTitle = prompt.title.trim().toLowerCase() === term.trim().toLowerCase()
  const bonus =
    (found.every(Boolean) ? everyWordBonus : 1) *
    (prompt.isPicture ? pictureFactors[asksForPicture ? 'asked' : 'unasked'] : 1)
  const similarity = prompt.similarity - (prompt.isPicture && !asksForPicture ? similarities.unaskedPicture : 0)
  const closeness = Math.max(0, similarity - similarities.least) / (1 - similarities.least)
  const byWords = sum * (0.25 + 0.75 * Math.min(1, likelihood)) * bonus
  return {
    score: byWords + similarities.factor * whole * closeness + (isTitle ? titleBonus : 0),
    coverage,
    likelihood,
    isNear: similarity >= similarities.near,
  }
}

/** The form of a word that contributes most to a score. `rarity` includes its weight. */
function bestForm(forms: RankedForm[], occurrences: (Occurrence | undefined)[], shortness: number) {
  let best: { rarity: number; head: number; body: number; worth: number } | undefined
  for (const [place, form] of forms.entries()) {
    const found = occurrences[place]
    if (!found) continue
    const rarity = form.weight * Math.min(forms[0]?.rarity ?? 0, form.rarity)
    const body = bodyFactor * found.body * shortness
    const worth = rarity * (headFactor * found.head + body)
    if (!best || worth > best.worth) best = { rarity, head: found.head, body, worth }
  }
  return best
}

/**
 * Results have at least these shares of the search and of the best score, or `most` of the search: what it is likely for may
 * raise the best score. With `all` of it, in a title or often in a text, a search is answered.
 */
export const floor = { coverage: 0.5, score: 0.3, most: 0.9, all: 0.95 }
/** If there are fewer, the best of the rest are added up to this number. */
const guesses = { most: 3, likelihood: 0.12 }

/** The ranks that are worth showing, best first; equal ones by id. Without `guesses` only those above the floor. */
export function aboveFloor<Ranked extends Rank & { id: string }>(
  ranked: Ranked[],
  show: { guesses: boolean } = { guesses: true },
): Ranked[] {
  const best = ranked.reduce((most, { score }) => Math.max(most, score < titleBonus ? score : 0), 0)
  const sorted = ranked
    .filter(({ score, likelihood, isNear }) => score > 0 && (likelihood >= guesses.likelihood || isNear))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
  const good = sorted.filter(
    ({ score, coverage }) => coverage >= floor.most || (coverage >= floor.coverage && score >= floor.score * best),
  )
  // Beside a prompt with all of the search, guesses would be noise.
  const isAnswered = good.length >= guesses.most || good.some(({ coverage }) => coverage >= floor.all)
  return isAnswered || !show.guesses ? good : sorted.slice(0, guesses.most)
}

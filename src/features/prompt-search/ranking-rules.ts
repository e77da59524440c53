/**
 * A form of a searched word: the word itself or a related one. `weight` is 1 for the word itself and less for related
 * ones. `rarity` is the form's inverse document frequency.
 */
export type RankedForm = { weight: number; rarity: number }

/**
 * A searched word with its forms, starting with the word itself. A filler only introduces a request, so its weight is
 * nearly 0. `startsPhrase` means that it forms a phrase with the next word, such as “cover letter”.
 * `isGenericPictureWord` means a word like “photo”, which every prompt for images matches.
 */
export type RankedWord = {
  weight: number
  isFiller?: boolean
  startsPhrase?: boolean
  isGenericPictureWord?: boolean
  forms: RankedForm[]
}

/**
 * How often a prompt has a form in title, tags and description (`head`) and in the content (`body`), as PostgreSQL's
 * ts_rank: 0.6 for one occurrence in the title or content, less in tags and the description, up to 1 for many.
 */
export type Occurrence = { head: number; body: number }

/** A prompt to rank, with its occurrences by word and form. */
export type RankedPrompt = {
  title: string
  /** The length of the content. */
  bytes: number
  /** Whether this is a prompt for images. The words of its text then name objects in the picture, not the task. */
  isPicture: boolean
  occurrences: (Occurrence | undefined)[][]
  /** Occurrences of what the searcher probably wants (`RankedSearch.needs`), by need and form. */
  needs: (Occurrence | undefined)[][]
  /** For each word of the search, whether the next word directly follows it in the prompt. */
  pairStarts: boolean[]
  /** How similar the prompt's meaning is to that of the search, as a cosine. 0 if unknown. */
  similarity: number
}

/**
 * The search. If it `asksForPicture`, prompts for images rank higher. `needs` is what the searcher probably wants
 * (search-needs.ts); each need is weighted by its share of the search.
 */
export type RankedSearch = { term: string; asksForPicture: boolean; needs: RankedWord[] }

/** How well a prompt matches a search. “The words” below are the words of the search without fillers. */
export type Rank = {
  /**
   * The sum of `wordScore`, `allInTitleBonus`, the similarity in meaning, and a bonus if the search is exactly the
   * title.
   */
  score: number
  /** The bonus for a title with all words of the search. */
  allInTitleBonus: number
  /** The score for the words and needs that the prompt has. */
  wordScore: number
  /** The share of the searched words, weighted by rarity, that the prompt has. */
  coverage: number
  /** The same share, counting only what its title, tags and description have. */
  headCoverage: number
  /** `coverage` plus the share of the needs that the prompt has. */
  likelihood: number
  /** Whether the prompt's meaning is similar (`isNear`), or very similar (`isVeryNear`), to that of the search. */
  isNear: boolean
  isVeryNear: boolean
  /** How many of the words the prompt has. */
  wordsFound: number
  /** The indexes of the words that the prompt has as typed, corrected or as a close synonym. */
  recognized: number[]
  /** Whether one of the words is in its title. */
  hasTitleWord: boolean
  /** Whether the prompt has no recognized word. Only related words or its meaning match then. */
  isRelated: boolean
  /** Whether all of the words are recognized. */
  hasEveryWord: boolean
  /** Whether its title or tags have all of the words as typed or corrected. */
  isLiteral: boolean
  /** Whether it is a prompt for images, or its title or tags have a searched word like “photo”. */
  isAboutPicture: boolean
  /** Whether its title or tags have any of the words, not counting those like “photo”. */
  namesSubject: boolean
}

/**
 * The minimum weight of a form that readers recognize as the searched word: the word itself, its correction or one of
 * its closest synonyms. Only these forms are marked in results, because other marks would look like errors.
 */
export const recognizedWeightMin = 0.7

/**
 * The weights of occurrences in title, tags and description, of occurrences in the content, of needs, and of words side
 * by side.
 */
const headFactor = 3
const bodyFactor = 1.2
const needFactor = 1.2
const pairFactor = 0.25
/**
 * The words of a text of up to this many bytes count in full. In a text ten times as long, they count less than half.
 */
const usualBytes = 1_500
const lengthFactor = 0.6
/**
 * The factors for prompts for images. If the search asks for a picture, their score is multiplied by `requested`.
 * Otherwise it is multiplied by `unrequested`, and their text and needs count less.
 */
const pictureFactors = { text: 0.5, unrequested: 0.8, requested: 1.4, need: 0.3 }
/** How similarities in meaning count. They are cosines. */
const similarities = {
  /** Up to this cosine, a similarity is noise. */
  least: 0.3,
  /** From this cosine on, a prompt may be a guess even without a searched word. */
  near: 0.45,
  /** From this cosine on, a prompt is added if there are few results. */
  veryNear: 0.5,
  /** Used instead of `veryNear` if the search has fillers, which resemble any request, and the likelihood is lower. */
  withFillers: { cosine: 0.6, likelihood: 0.2 },
  /** The weight of the similarity in the score. */
  factor: 4,
  /** Subtracted for prompts for images if the search doesn't ask for a picture, because their words are common. */
  unrequestedPicture: 0.05,
}
/** A word is in the title if its `head` is at least this. */
const inTitle = 0.6
/**
 * A word is in the title or a tag if its `head` is at least this. A word that is only repeated in the description has a
 * lower `head`.
 */
const inTags = 0.42
/** `wordScore` is multiplied by this if the prompt has a form of every word, fillers included. */
const everyWordBonus = 1.15
/**
 * The share that is added to the score for a title with all words as typed, so that it outweighs needs and related
 * words. A title with some of the words gets a part of this share.
 */
const titleShare = 0.25
/**
 * The share that is added to the score for a title with all words and fillers. The best score, on which thresholds
 * depend, is computed without this share.
 */
const allInTitleShare = 0.8
/** The bonus for a title that equals the search. It is higher than any other score. */
const exactTitleBonus = 10_000

/**
 * Returns the rarity of a word that `prompts` of `total` prompts have: its inverse document frequency (Robertson and
 * Spärck Jones), in a form that is never negative.
 */
export function rarityOf(prompts: number, total: number): number {
  return Math.log(1 + (Math.max(total, prompts) - prompts + 0.5) / (prompts + 0.5))
}

/**
 * Returns how well a prompt matches a search, based on BM25 (Robertson and Zaragoza, 2009): rare words count more,
 * titles more than texts, long texts less.
 */
export function rankOf(words: RankedWord[], prompt: RankedPrompt, { term, asksForPicture, needs }: RankedSearch): Rank {
  const length = 1 + lengthFactor * Math.log(Math.max(1, prompt.bytes / usualBytes))
  const shortness = (prompt.isPicture && !asksForPicture ? pictureFactors.text : 1) / length
  const titleWords = prompt.title.trim().split(/\s+/).length
  const bestForms = words.map(({ forms }, index) => bestForm(forms, prompt.occurrences[index] ?? [], shortness))
  const titleCoverage = Math.min(1, bestForms.filter((form) => form && form.head >= inTitle).length / titleWords)
  let [sum, coveredWeight, headWeight, totalWeight, literalWeight] = [0, 0, 0, 0, 0]
  const isImplied = (index: number) => prompt.isPicture && words[index]?.isGenericPictureWord
  for (const [index, { weight, forms }] of words.entries()) {
    const rarity = forms[0]?.rarity ?? 0
    totalWeight += weight * rarity
    const form = bestForms[index]
    if (!form) {
      if (isImplied(index)) coveredWeight += weight * rarity
      continue
    }
    if (form.isItself && form.head >= inTitle) literalWeight += weight * rarity
    sum += weight * form.rarity * (headFactor * (0.6 + 0.8 * titleCoverage) * form.head + form.body)
    coveredWeight += weight * Math.min(rarity, form.rarity) * Math.min(1, form.head > 0 ? 1 : 1.3 * form.body)
    if (form.head > 0) headWeight += weight * Math.min(rarity, form.rarity)
    if (prompt.pairStarts[index]) sum += pairFactor * weight * rarity
  }
  const coverage = totalWeight === 0 ? 0 : coveredWeight / totalWeight
  let likelihood = coverage
  for (const [index, { weight, forms }] of needs.entries()) {
    const form = bestForm(forms, prompt.needs[index] ?? [], shortness)
    if (!form) continue
    const share = weight * (prompt.isPicture && !asksForPicture ? pictureFactors.need : 1)
    const nearness = form.rarity / (forms[0]?.rarity || 1)
    sum +=
      needFactor * share * totalWeight * nearness * (headFactor * (0.6 + 0.8 * titleCoverage) * form.head + form.body)
    likelihood += share * (form.head > 0 ? 1 : Math.min(1, form.body))
  }
  // “Cover letter” isn't about covers and letters, so words that are apart aren't counted as found.
  const isApart = (index: number) => words[index]?.startsPhrase && !prompt.pairStarts[index]
  const countedForms = bestForms.filter((_, index) => !words[index]?.isFiller && !isApart(index) && !isApart(index - 1))
  const isRecognized = ({ isFiller, forms }: RankedWord, index: number) =>
    !isFiller &&
    forms.some(({ weight }, formIndex) => weight >= recognizedWeightMin && prompt.occurrences[index]?.[formIndex])
  const recognized = [...words.keys()].filter((index) => words[index] && isRecognized(words[index], index))
  const isNamed = ({ isFiller }: RankedWord, index: number) =>
    isFiller || (prompt.occurrences[index]?.[0]?.head ?? 0) >= inTags
  const isTitle = prompt.title.trim().toLowerCase() === term.trim().toLowerCase()
  const factor =
    (bestForms.every((form, index) => form || isImplied(index)) ? everyWordBonus : 1) *
    (prompt.isPicture ? pictureFactors[asksForPicture ? 'requested' : 'unrequested'] : 1)
  const similarity = prompt.similarity - (prompt.isPicture && !asksForPicture ? similarities.unrequestedPicture : 0)
  const closeness = Math.max(0, similarity - similarities.least) / (1 - similarities.least)
  const literalness = totalWeight === 0 ? 0 : literalWeight / totalWeight
  const wordScore = sum * (0.25 + 0.75 * Math.min(1, likelihood)) * factor * (1 + titleShare * literalness)
  const mayMatchOnlyFillers = words.some(({ isFiller }) => isFiller) && likelihood < similarities.withFillers.likelihood
  // “Explain” only introduces a search, but in a title it says what the prompt does.
  const areAllInTitle = words.length > 1 && words.every((_, index) => isInTitle(prompt.occurrences[index]?.[0]))
  const allInTitleBonus = areAllInTitle ? allInTitleShare * wordScore : 0
  return {
    score:
      wordScore + allInTitleBonus + similarities.factor * totalWeight * closeness + (isTitle ? exactTitleBonus : 0),
    allInTitleBonus,
    wordScore,
    // A title that equals the search fits, even if it has no words, as a title of signs or emoji.
    coverage: isTitle ? 1 : coverage,
    headCoverage: isTitle ? 1 : headWeight / (totalWeight || 1),
    likelihood: isTitle ? Math.max(1, likelihood) : likelihood,
    wordsFound: countedForms.filter(Boolean).length,
    recognized,
    isRelated: !isTitle && recognized.length === 0,
    hasEveryWord: words.every(({ isFiller }, index) => isFiller || recognized.includes(index)),
    isLiteral: words.every(isNamed),
    hasTitleWord: countedForms.some((form) => form && form.head >= inTitle),
    isNear: similarity >= similarities.near,
    isVeryNear: similarity >= (mayMatchOnlyFillers ? similarities.withFillers.cosine : similarities.veryNear),
    namesSubject: words.some((word, index) => !word.isFiller && !word.isGenericPictureWord && isNamed(word, index)),
    isAboutPicture: prompt.isPicture || words.some((word, index) => word.isGenericPictureWord && isNamed(word, index)),
  }
}

function isInTitle(occurrence: Occurrence | undefined): boolean {
  return (occurrence?.head ?? 0) >= inTitle
}

/** Returns the form of a word that contributes most to a score. The result's `rarity` includes the form's weight. */
function bestForm(forms: RankedForm[], occurrences: (Occurrence | undefined)[], shortness: number) {
  let best: { rarity: number; head: number; body: number; contribution: number; isItself: boolean } | undefined
  for (const [index, form] of forms.entries()) {
    const occurrence = occurrences[index]
    if (!occurrence) continue
    const rarity = form.weight * Math.min(forms[0]?.rarity ?? 0, form.rarity)
    const body = bodyFactor * occurrence.body * shortness
    const contribution = rarity * (headFactor * occurrence.head + body)
    if (!best || contribution > best.contribution)
      best = { rarity, head: occurrence.head, body, contribution, isItself: index === 0 }
  }
  return best
}

/**
 * A result covers at least `coverage` of the search and reaches `score` times the best score, or covers `most` of
 * the search, or has a similar meaning and reaches `nearScore` times the best score. If a result covers `all`, no
 * guesses are needed. A result probably fits if its coverage and likelihood add up to `certainty`.
 */
export const resultThresholds = { coverage: 0.5, score: 0.3, most: 0.9, nearScore: 0.7, all: 0.95, certainty: 1.3 }
/**
 * A prompt with a word of the search in its title clearly fits if it has the coverage `any`, or `near` if its meaning
 * is similar as well.
 */
const clearFitCoverage = { near: 0.5, any: 0.6 }
/** If the first result clearly fits, a result with only one of the words needs this share of the best `wordScore`. */
const oneWordScore = 0.45
/**
 * If there are fewer than `max` results and none covers all of the search, the best prompts are shown as guesses, up to
 * `max`. They must have at least this `likelihood` or a similar meaning.
 */
const guesses = { max: 3, likelihood: 0.12 }
/** If there are results but fewer than this, prompts with a very similar meaning follow them. */
const fewResults = 6

/**
 * Tells whether a result clearly fits even if it lacks some words, because it has most of them and at least one in its
 * title.
 */
export function clearlyFits({ coverage = 0, hasTitleWord = false, isNear = false }: Partial<Rank>): boolean {
  return hasTitleWord && coverage >= (isNear ? clearFitCoverage.near : clearFitCoverage.any)
}

/**
 * Leaves out weak results if the first result clearly fits and has several of the words. A result is weak if it has at
 * most one word and either scores far below the best or, unlike the first, isn't about a picture. Results that cover
 * most of the search or have a very similar meaning stay.
 */
export function withoutTail<Found extends Partial<Rank>>(results: Found[]): Found[] {
  const [first] = results
  if (!first || !clearlyFits(first) || !hasSeveralWords(first)) return results
  const least = oneWordScore * Math.max(...results.map(({ wordScore = 0 }) => wordScore))
  const isComparable = ({ isAboutPicture, wordScore = 0 }: Found) =>
    wordScore >= least && (isAboutPicture || !first.isAboutPicture)
  return results.filter(
    (rank) =>
      hasSeveralWords(rank) || rank.isVeryNear || (rank.coverage ?? 1) >= resultThresholds.most || isComparable(rank),
  )
}

function hasSeveralWords({ recognized = [] }: Partial<Rank>): boolean {
  return recognized.length > 1
}

/**
 * Returns the prompts to show, with the best first and ties in descending order of id. Without `includesGuesses`,
 * returns only those that reach the thresholds. With `picturesFirst`, those that aren't about pictures come last,
 * except a prompt whose title equals the search.
 */
export function selectResults<Ranked extends Rank & { id: string }>(
  ranked: Ranked[],
  show: { includesGuesses: boolean; picturesFirst?: boolean } = { includesGuesses: true },
): Ranked[] {
  const results = selectByScore(ranked, show)
  const comesLast = ({ isAboutPicture, score }: Ranked) => !isAboutPicture && score < exactTitleBonus
  const pictures = results.filter(({ isAboutPicture }) => isAboutPicture)
  const least = pictures.at(-1)?.score
  if (!show.picturesFirst || least === undefined) return results
  // For “photo of a dog”: if no prompt for images is about a dog, prompts for texts about dogs come before other photos.
  const withSubject = results.filter(({ namesSubject }) => namesSubject)
  if (withSubject.length > 0 && !withSubject.some(({ isAboutPicture }) => isAboutPicture)) return subjectFirst(results)
  return [...results.filter((rank) => !comesLast(rank)), ...below(least, results.filter(comesLast))]
}

/** Puts results that don't name the subject below those that do. */
function subjectFirst<Ranked extends Rank & { id: string }>(results: Ranked[]): Ranked[] {
  const withSubject = results.filter(({ namesSubject }) => namesSubject)
  const rest = results.filter(({ namesSubject }) => !namesSubject)
  return [...withSubject, ...below(withSubject.at(-1)?.score ?? 0, rest)]
}

function selectByScore<Ranked extends Rank & { id: string }>(
  ranked: Ranked[],
  show: { includesGuesses: boolean },
): Ranked[] {
  const ordinary = ranked.filter(({ score }) => score < exactTitleBonus)
  const best = Math.max(0, ...ordinary.map(({ score, allInTitleBonus }) => score - allInTitleBonus))
  const sorted = ranked
    .filter(({ score, likelihood, isNear }) => score > 0 && (likelihood >= guesses.likelihood || isNear))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
  const hasWords = ({ score, coverage }: Ranked) =>
    coverage >= resultThresholds.most ||
    (coverage >= resultThresholds.coverage && score >= resultThresholds.score * best)
  // For “logo for a coffee shop”, a prompt for any logo fits better than one for a photo of coffee.
  const hasSimilarMeaning = ({ score, isNear }: Ranked) => isNear && score >= resultThresholds.nearScore * best
  const good = sorted.some(hasWords) ? sorted.filter((rank) => hasWords(rank) || hasSimilarMeaning(rank)) : []
  const isAnswered = good.length >= guesses.max || good.some(({ coverage }) => coverage >= resultThresholds.all)
  if (!show.includesGuesses) return literalFirst(good)
  if (!isAnswered) return literalFirst(sorted.slice(0, guesses.max))
  // Results that words alone would find are kept, even if similar meanings raise the best score.
  const bestWords = Math.max(0, ...ordinary.map(({ wordScore }) => wordScore))
  const isFoundByWords = ({ coverage, wordScore }: Ranked) =>
    coverage >= resultThresholds.coverage && wordScore >= resultThresholds.score * bestWords
  const rest = sorted.filter((rank) => !good.includes(rank))
  const foundByWords = rest.filter(isFoundByWords)
  const similar = rest.filter((rank) => rank.isVeryNear && !isFoundByWords(rank))
  const similarCount = Math.max(0, fewResults - good.length - foundByWords.length)
  return literalFirst([
    ...good,
    ...below(good.at(-1)?.score ?? 0, [...foundByWords, ...similar.slice(0, similarCount)]),
  ])
}

/** Puts prompts without any of the words below those that have all of them in the title or tags. */
function literalFirst<Ranked extends Rank & { id: string }>(results: Ranked[]): Ranked[] {
  const least = results.findLast(({ isLiteral }) => isLiteral)?.score
  if (least === undefined) return results
  const related = results.filter(({ isRelated }) => isRelated)
  const others = results.filter(({ isRelated }) => !isRelated)
  return [...others, ...below(least, related)].sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
}

/**
 * Lowers scores so that each is less than `least` and less than the one before it, because the next page starts below
 * the last score shown.
 */
function below<Ranked extends Rank>(least: number, ranks: Ranked[]): Ranked[] {
  let last = least
  return ranks.map((rank) => {
    last = Math.min(rank.score, last * (1 - 1e-9))
    return { ...rank, score: last }
  })
}

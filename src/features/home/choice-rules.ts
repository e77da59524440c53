import type { PromptCard } from '#features/catalogue/contract.ts'
import { creditedNames } from '#features/catalogue/credit-rules.ts'
import { isWhole } from '#features/catalogue/rules.ts'
import { variablesOf } from '#features/variables/variable-rules.ts'

// The lists of the specification (highest rated, most popular, newest) show whatever their order yields. What the home
// page chooses itself passes a gate and repeats nothing that is above it, except to fill the featured prompts or the
// list of a category.

/** What the choices depend on. */
export type Candidate = Pick<PromptCard, 'id' | 'title' | 'excerpt' | 'credit' | 'user' | 'votes'> & {
  result: { text: string | null } | null
}

/** The account that has the prompts of deleted accounts. */
const formerMember = 'deleted-user'
/** A title of nothing but a placeholder, such as “Test 2” or “My first prompt”. */
const placeholderTitle =
  /^(a )?(new |my )?(first |second )?(test|tests|testing|demo|example|sample|untitled|hello( world)?|prompt|title|foo|bar|asdf[a-z]*|qwer[a-z]*|xxx+|lorem ipsum)[\s\d.,:;!?#-]*$/i
/** How many letters a title needs, and how many different ones. Chinese, Japanese and Korean words have fewer. */
const titleLetters = { alphabetic: { all: 4, different: 3 }, others: { all: 2, different: 2 } }
/** How many letters and digits an excerpt needs, and how many different ones. */
const excerptLetters = { all: 24, different: 8 }

/** Tells whether a title says something: not “Aaa”, “test” or “…”. */
export function isTellingTitle(title: string): boolean {
  const letters = title.toLowerCase().match(/\p{L}/gu) ?? []
  const isAlphabetic = letters.every((letter) => /\p{Alphabetic}/u.test(letter) && !/\p{Lo}/u.test(letter))
  const needed = isAlphabetic ? titleLetters.alphabetic : titleLetters.others
  return (
    letters.length >= needed.all && new Set(letters).size >= needed.different && !placeholderTitle.test(title.trim())
  )
}

/**
 * The gate for what the home page chooses itself: the title and the text say something, the author is known (a member,
 * the site, or a name in the credit), and there aren't more down votes than up votes.
 */
export function isPresentable({ title, excerpt, credit, user, votes }: Candidate): boolean {
  const isAuthorKnown = credit === null ? user.username !== formerMember : creditedNames(credit).length > 0
  return votes.up >= votes.down && isAuthorKnown && isTellingTitle(title) && hasEnoughLetters(excerpt)
}

/** Reads no further than it must, because the home page asks this of many candidates. */
function hasEnoughLetters(excerpt: string): boolean {
  const different = new Set<string>()
  let all = 0
  for (const [letter] of excerpt.toLowerCase().matchAll(/[\p{L}\p{N}]/gu)) {
    all++
    different.add(letter)
    if (all >= excerptLetters.all && different.size >= excerptLetters.different) return true
  }
  return false
}

/**
 * Returns the first `count` of these prompts that are presentable and not in `above`, and adds their ids to it. With
 * `mayRepeat`, fills the list with presentable ones that are in `above`.
 */
export function choosePrompts<Prompt extends Candidate>(
  prompts: Prompt[],
  above: Set<string>,
  count: number,
  { mayRepeat = false } = {},
): Prompt[] {
  const take = (isWanted: (prompt: Prompt) => boolean, number: number) =>
    prompts
      .values()
      .filter((prompt) => isWanted(prompt) && isPresentable(prompt))
      .take(number)
      .toArray()
  const chosen = take(({ id }) => !above.has(id), count)
  if (mayRepeat) chosen.push(...take(({ id }) => above.has(id), count - chosen.length))
  for (const { id } of chosen) above.add(id)
  return chosen
}

/**
 * Chooses a prompt to fill in for a day (as ISO 8601). Prefers prompts with blanks whose whole text fits on a card, of
 * these the ones with a result, then prompts with blanks. The choice stays the same all day unless the chosen prompt goes or a better kind comes, because
 * each prompt has its own number for each day and the highest one wins.
 */
export function chooseDailyPick<Prompt extends Candidate>(prompts: Prompt[], day: string): Prompt | undefined {
  const presentable = prompts.filter(isPresentable)
  const withBlanks = presentable.filter(({ excerpt }) => variablesOf(excerpt).length > 0)
  const short = withBlanks.filter(({ excerpt }) => isWhole(excerpt))
  const best =
    [short.filter(({ result }) => result?.text), short, withBlanks, presentable].find(({ length }) => length > 0) ?? []
  return best.toSorted((a, b) => numberOf(`${day} ${b.id}`) - numberOf(`${day} ${a.id}`))[0]
}

/** Returns a number from 0 to 2^32 - 1 that differs widely for similar texts (FNV-1a, with Murmur3's last steps). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** What the rows of a short list show: net votes if any of these prompts has votes, otherwise copies. */
export function shownNumber(prompts: PromptCard[]): 'votes' | 'copies' {
  return prompts.some(({ votes }) => votes.up + votes.down > 0) ? 'votes' : 'copies'
}

/** Sorts a short list by what its rows show, highest first. Prompts with equal numbers keep their order. */
export function sortByShown(prompts: PromptCard[]): PromptCard[] {
  const isByVotes = shownNumber(prompts) === 'votes'
  const numberShown = ({ votes: { up, down }, copies }: PromptCard) =>
    !isByVotes ? copies : up + down === 0 ? Number.NEGATIVE_INFINITY : up - down
  return prompts.toSorted((a, b) => Math.sign(numberShown(b) - numberShown(a)) || 0)
}

import { getCategoryOrThrow } from '#features/catalogue/server/category-queries.ts'
import { getPublishedPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { getContributorOrThrow } from '#features/contributors/server/contributor-queries.ts'
import { getToolOrThrow } from '#features/tools/server/tool-queries.ts'
import type { Db } from '#server/platform/db.ts'
import type { ShareSubject } from './share-design.ts'

/** An image shows less than this of a text: what comes after must not change its key. */
const textMax = 3_000
/** Characters of a credit. */
const creditMax = 40

/** What the share image of each kind shows, by slug or name; AppError not_found. Nothing that the page doesn't show. */
export const shareSubjects = {
  async prompt(db: Db, slug: string, site: string): Promise<ShareSubject> {
    const { title, content, category, user, credit, variables } = await getPublishedPromptOrThrow(db, slug)
    const blanks = variables.length === 0 ? '' : ` · ${count(variables.length, 'blank')}`
    const credited = credit === null ? '' : ` · credit: ${cut(credit)}`
    return {
      site,
      hue: category.slug,
      isPrompt: true,
      label: category.name,
      title,
      text: content.slice(0, textMax),
      foot: `by ${user.username}${blanks}${credited}`,
    }
  },
  async category(db: Db, slug: string, site: string): Promise<ShareSubject> {
    const { name, description, promptCount, slug: hue } = await getCategoryOrThrow(db, slug)
    const foot = count(promptCount, 'prompt')
    return { site, hue, isPrompt: false, label: 'Category', title: name, text: description, foot }
  },
  async tool(db: Db, slug: string, site: string): Promise<ShareSubject> {
    const { name, description, url, isFree, category } = await getToolOrThrow(db, slug)
    const foot = `${new URL(url).host} · ${isFree ? 'free' : 'paid'}`
    return { site, hue: category.slug, isPrompt: false, label: 'AI tool', title: name, text: description, foot }
  },
  async user(db: Db, username: string, site: string): Promise<ShareSubject> {
    const { contributor } = await getContributorOrThrow(db, username)
    const foot = `${count(contributor.prompts, 'prompt')} · ${count(contributor.copies, 'copy', 'copies')}`
    return { site, hue: null, isPrompt: false, label: 'Contributor', title: contributor.username, text: null, foot }
  },
}

/** The image of every page that has none of its own. */
export function siteSubject(site: string): ShareSubject {
  const text = `Write a {{tone}} reply to {{customer}} about {{topic}}.
Keep it under {{number}} words. Say what happened, what we do about it
and by when. End with one clear next step.`
  return {
    site,
    hue: null,
    isPrompt: true,
    label: 'AI prompts',
    title: 'Prompts to fill in, test and keep',
    text,
    foot: 'A community catalogue',
  }
}

/** A credit may name several people; the line below an image holds so much. */
function cut(credit: string): string {
  return credit.length <= creditMax ? credit : `${credit.slice(0, creditMax).toWellFormed()}…`
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
}

import type { Prompt } from '#features/catalogue/contract.ts'
import { creditedNames } from '#features/catalogue/credit-rules.ts'
import { getCategoryOrThrow } from '#features/catalogue/server/category-queries.ts'
import { anybody, getCollectionOrThrow } from '#features/collections/server/collection-queries.ts'
import { getContributorOrThrow } from '#features/contributors/server/contributor-queries.ts'
import { resultNotes } from '#features/results/rules.ts'
import { hostOf } from '#features/tools/rules.ts'
import { getToolOrThrow } from '#features/tools/server/tool-queries.ts'
import { plural, t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import type { ContentKey } from '#platform/database/content-changes.ts'
import type { Db } from '#platform/database/db.ts'
import type { ShareSubject } from './share-design.ts'

/** How many characters of a text are part of an image's content. It is more than an image can show. */
const textMax = 3_000
/** How many characters of a credit an image shows. */
const creditMax = 40

/** What a share image shows, and the keys of that content. A cache in front of the site drops the image by them. */
export type KeyedSubject = { subject: ShareSubject; keys: ContentKey[] }

/**
 * Return the content of the share image of a category, tool, collection or person, by slug or username. It has nothing
 * that the subject's page doesn't show. Each function throws AppError not_found if there is no such page.
 */
export const shareSubjects = {
  async category(db: Db, slug: string, siteName: string): Promise<KeyedSubject> {
    const { name, description, promptCount, slug: categorySlug } = await getCategoryOrThrow(db, slug)
    const foot = plural(promptCount, '{count} prompt', '{count} prompts')
    return {
      keys: [`category:${categorySlug}`],
      subject: {
        site: siteName,
        categorySlug,
        isPrompt: false,
        picture: null,
        label: t('Category'),
        title: name,
        text: description,
        foot,
      },
    }
  },
  async tool(db: Db, slug: string, siteName: string): Promise<KeyedSubject> {
    const { id, name, description, url, isFree, category } = await getToolOrThrow(db, slug)
    const foot = `${hostOf(url)} · ${isFree ? t('Free') : t('Paid', { context: 'tool' })}`
    return {
      keys: [id],
      subject: {
        site: siteName,
        categorySlug: category.slug,
        isPrompt: false,
        picture: null,
        label: t('AI tool'),
        title: name,
        text: description,
        foot,
      },
    }
  },
  async collection(db: Db, slug: string, siteName: string): Promise<KeyedSubject> {
    const { id, title, description, items, user } = await getCollectionOrThrow(db, anybody, slug)
    const titles = items.flatMap(({ target }) => target?.title ?? []).join(' · ')
    const foot = `${plural(items.length, '{count} item', '{count} items')} · ${t('by {username}', { username: user.username })}`
    return {
      keys: [id, ...items.flatMap(({ target }) => target?.id ?? [])],
      subject: {
        site: siteName,
        categorySlug: items[0]?.target?.category?.slug ?? null,
        isPrompt: false,
        picture: null,
        label: t('Collection'),
        title,
        text: cutText(description || titles, textMax) || null,
        foot,
      },
    }
  },
  async user(db: Db, username: string, siteName: string): Promise<KeyedSubject> {
    const { contributor } = await getContributorOrThrow(db, username)
    const foot = `${plural(contributor.prompts, '{count} prompt', '{count} prompts')} · ${plural(contributor.copies, '{count} copy', '{count} copies')}`
    return {
      keys: [`user:${contributor.username.toLowerCase()}`],
      subject: {
        site: siteName,
        categorySlug: null,
        isPrompt: false,
        picture: null,
        label: t('Contributor'),
        title: contributor.username,
        text: null,
        foot,
      },
    }
  },
}

/** Returns the first words of what is shown beside the prompt, after whose they are. */
function resultLine({ result }: Prompt): string | null {
  if (!result?.text) return null
  const note = resultNotes[result.source]
  return `${[result.model, note].filter(Boolean).join(', ')}: ${result.text.replaceAll('\n', ' ')}`
}

/** Returns the content of a prompt's share image. */
export function promptSubject(prompt: Prompt, siteName: string): KeyedSubject {
  const { id, title, content, category, user, credit, variables, result } = prompt
  const blanks = variables.length === 0 ? '' : ` · ${plural(variables.length, '{count} blank', '{count} blanks')}`
  const names = creditedNames(credit)
    .map(({ name }) => name)
    .join(', ')
  const creditText =
    credit === null ? '' : ` · ${names ? t('credit: {names}', { names: cutCredit(names) }) : t('Author unknown')}`
  return {
    keys: [id],
    subject: {
      site: siteName,
      categorySlug: category.slug,
      isPrompt: true,
      picture: result?.picture?.src ?? null,
      label: category.name,
      title,
      text: cutText(content, textMax),
      result: resultLine(prompt),
      foot: `${t('by {username}', { username: user.username })}${blanks}${creditText}`,
    },
  }
}

/** Returns the content of the default share image, for pages that have none of their own. It shows a sample prompt. */
export function siteSubject(siteName: string): ShareSubject {
  const text = `Write a {{tone}} reply to {{customer}} about {{topic}}.
Keep it under {{number}} words. Say what happened, what we do about it
and by when. End with one clear next step.`
  return {
    site: siteName,
    categorySlug: null,
    isPrompt: true,
    picture: null,
    label: t('AI prompts'),
    title: t('Prompts to fill in, test and keep'),
    text,
    foot: t('A community catalogue'),
  }
}

/** Shortens a credit, which may name several people, so that it fits on the last line of an image. */
function cutCredit(credit: string): string {
  return credit.length <= creditMax ? credit : `${cutText(credit, creditMax)}…`
}

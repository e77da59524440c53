import type { APIRequestContext } from '@playwright/test'

type PromptName = { slug: string; title: string }

/**
 * Returns all prompts of a site, newest first, including those that other stories have added. `site`: the URL of a
 * separate site. By default, the site is the one that the stories share.
 */
export async function readAllPrompts(request: APIRequestContext, site = ''): Promise<PromptName[]> {
  const all: PromptName[] = []
  for (let cursor = ''; ; ) {
    const { items, nextCursor } = await (await request.get(`${site}/api/prompts?limit=100${cursor}`)).json()
    all.push(...items)
    if (nextCursor === null) return all
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`
  }
}

/** Returns the slug of the prompt with this title. */
export async function slugOf(request: APIRequestContext, title: string): Promise<string> {
  const found = (await readAllPrompts(request)).find((prompt) => prompt.title === title)
  if (!found) throw new Error(`No prompt has the title ${title}.`)
  return found.slug
}

import type { Page } from '@playwright/test'
import { expect } from './story.ts'

/** A prompt's text with variables, for stories that don't need a particular text. */
export const textWithBlanks = 'Explain to {{whom:a child}} why {{bridge}} stands, in short and [TONE] sentences.'

/** Returns a title that begins with `words` and is unique, because the stories of a worker share one catalogue. */
export const titleOf = (words: string) => `${words} ${Math.random().toString(36).slice(2, 8)}`

/** Fills in the form for a new prompt. */
export async function fillPromptForm(page: Page, title: string, content = textWithBlanks): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Prompt', { exact: true }).fill(content)
  await page.getByLabel('Category').selectOption('Education and learning')
}

/** Writes a prompt in the form and publishes it. Its page is open afterwards. */
export async function writePrompt(page: Page, title: string, content?: string): Promise<void> {
  await page.goto('/create-prompt')
  await fillPromptForm(page, title, content)
  await pressPublish(page, title)
}

/**
 * Publishes what the form contains, even if it resembles a prompt of another story or of an earlier run of the same
 * story. Presses Enter because, on a phone, a preview that is still growing moves the button away from the pointer.
 */
export async function pressPublish(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  const anyway = page.getByRole('button', { name: 'Publish anyway' })
  await expect(anyway.or(page.getByRole('heading', { level: 1, name: title }))).toBeVisible()
  if (await anyway.isVisible()) await anyway.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

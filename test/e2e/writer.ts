import type { Page } from '@playwright/test'
import { expect } from './story.ts'

/** A text with variables, for stories that need no special text. */
export const textWithBlanks = 'Explain to {{whom:a child}} why {{bridge}} stands, in short and [TONE] sentences.'

/** A unique title, since the stories of a worker share one catalogue. */
export const titleOf = (words: string) => `${words} ${Math.random().toString(36).slice(2, 8)}`

/** Fills the form of a new prompt. */
export async function fillPromptForm(page: Page, title: string, content = textWithBlanks): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Prompt', { exact: true }).fill(content)
  await page.getByLabel('Category').selectOption('Education and learning')
}

/** Writes and publishes a prompt with the form. Its page is open afterwards. */
export async function writePrompt(page: Page, title: string, content?: string): Promise<void> {
  await page.goto('/create-prompt')
  await fillPromptForm(page, title, content)
  await pressPublish(page, title)
}

/**
 * Publishes what the form contains, even if it resembles a prompt of another story or of an earlier run of the same one.
 * Presses Enter, since a preview that is still growing moves the button away from under a pointer on a phone.
 */
export async function pressPublish(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  const anyway = page.getByRole('button', { name: 'Publish anyway' })
  await expect(anyway.or(page.getByRole('heading', { level: 1, name: title }))).toBeVisible()
  if (await anyway.isVisible()) await anyway.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

import type { Locator, Page } from '@playwright/test'
import { expect } from './story.ts'

/** A prompt's text with variables, for stories that don't need a particular text. */
export const textWithBlanks = 'Explain to {{whom:a child}} why {{bridge}} stands, in short and [TONE] sentences.'

/** Returns a title that begins with `words` and is unique, because the stories of a worker share one catalogue. */
export const titleOf = (words: string) => `${words} ${Math.random().toString(36).slice(2, 8)}`

/** The value of the field for a prompt's text, which the editor keeps in a hidden text area. */
export const textValue = (page: Page): Locator => page.locator('textarea[name="content"]')

/** Waits for the editor, and moves the focus to it. */
export async function openEditor(page: Page): Promise<void> {
  await expect(page.locator('.cm-content')).toBeVisible()
  await page.getByRole('textbox', { name: 'Prompt' }).focus()
}

/** A blank on a prompt's page. */
export const blankIn = (page: Page, name: string): Locator => page.locator(`.worksheet-text [data-name="${name}"]`)

/** The chips of a blank in the editor. */
export const chipOf = (page: Page, name: string): Locator =>
  page.locator('.blank-chip').filter({ hasText: new RegExp(`^blank, ${name}`) })

/** Opens the panel of a blank in the editor. */
export async function openBlank(page: Page, name: string): Promise<Locator> {
  // The text for screen readers at the start of a chip isn't where people press.
  await chipOf(page, name)
    .first()
    .click({ position: { x: 8, y: 8 } })
  const panel = page.getByRole('dialog', { name: `Blank ${name}` })
  await expect(panel).toBeVisible()
  return panel
}

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

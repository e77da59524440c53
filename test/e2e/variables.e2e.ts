import { fillPrompt, parsePrompt } from '#features/variables/variable-rules.ts'
import { typedPrompt, typedValues } from '../typed-prompt.ts'
import { signUp } from './members.ts'
import { bothThemes, expect, expectAccessible, expectNoSidewaysScroll, test } from './story.ts'
import { titleOf } from './writer.ts'

/** The text that the worksheet copies. */
const filledText = fillPrompt(parsePrompt(typedPrompt.content), typedValues)

/** Stores the typed prompt by the API and returns the path of its page. */
async function addTyped(page: import('@playwright/test').Page): Promise<string> {
  await signUp(page)
  const response = await page.request.post('/api/prompts', { data: { ...typedPrompt, title: titleOf('A trip') } })
  expect(response.status(), await response.text()).toBe(201)
  return `/prompt/${(await response.json()).slug}`
}

test('a member describes the blanks while writing, and edits one', async ({ page }) => {
  await signUp(page)
  await page.goto('/create-prompt')
  const title = titleOf('Typed by hand')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Prompt', { exact: true }).fill(`${title}: {{days}} days in {{city:Lisbon}}, {{pace}}.`)
  await page.getByLabel('Category').selectOption('General')
  await page.getByLabel('Kind of days').selectOption('Number')
  const days = page.getByRole('group', { name: 'About days' })
  await days.getByLabel('Label').fill('How many days')
  await days.getByLabel('Lowest').fill('1')
  await days.getByLabel('Highest').fill('14')
  await days.getByLabel('Required').check()
  await page.getByLabel('Kind of pace').selectOption('One of a list')
  const pace = page.getByRole('group', { name: 'About pace' })
  await expect(pace.getByRole('status')).toHaveText('It has 0 options. Use 2 to 50.')
  await pace.getByLabel('Options').pressSequentially('slow\nfast')
  await expect(pace.getByRole('status')).toHaveCount(0)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('spinbutton', { name: 'How many days' })).toBeVisible()
  await expect(preview.getByRole('radio', { name: 'fast' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('radio', { name: 'slow' })).toBeVisible()

  await page.goto(`${new URL(page.url()).pathname}/edit`)
  await page.getByRole('group', { name: 'About days' }).getByLabel('Highest').fill('0')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert')).toContainText('{{days}}: The lowest number is above the highest.')
  await page.getByRole('group', { name: 'About days' }).getByLabel('Highest').fill('7')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('spinbutton', { name: 'How many days' })).toHaveAttribute('max', '7')
  await page.goto(`${new URL(page.url()).pathname}/history`)
  await expect(page.getByRole('heading', { name: 'Blanks' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('days: number, from 1 to')
})

test('a reader fills in all kinds by keyboard alone, and copies the text', async ({ page }) => {
  await page.goto(await addTyped(page))
  const form = page.getByRole('form', { name: 'Values' })
  await expect(form.getByRole('status')).toHaveText('')
  const days = form.getByRole('spinbutton', { name: 'How many days' })
  await days.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('15')
  await expect(form.getByText('Use a number from 1 to 14.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('5')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expect(form.getByRole('status')).toHaveText('Still needed: City.')
  await page.keyboard.type('Porto')
  await page.keyboard.press('Tab')
  await page.keyboard.type('04012027')
  // A date field has a part each for month, day and year, and a button.
  await form.getByRole('textbox', { name: 'who' }).focus()
  await page.keyboard.type('two adults and a toddler')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await page.keyboard.type('No nuts.\nA nap at noon.')
  await page.getByRole('button', { name: /^Copy/ }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(filledText)
  await bothThemes(page, () => expectAccessible(page))
})

test('the fields and the blanks of the text are the same values, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await addTyped(page))
  const form = page.getByRole('form', { name: 'Values' })
  await form.getByRole('radio', { name: 'high' }).check()
  const blank = page.locator('.blank[data-name="budget"]')
  await expect(blank).toHaveText('high')
  await blank.fill('as little as possible')
  await expect(form.getByText('Choose one of the options.')).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader fills in the form and gets the text', async ({ page }) => {
    await page.goto(await addTyped(page))
    const form = page.getByRole('form', { name: 'Values' })
    await form.getByLabel('How many days').fill('5')
    await form.getByLabel('City').fill('Porto')
    await form.getByLabel('First day').fill('2027-04-01')
    await form.getByLabel('who').fill('two adults and a toddler')
    await form.getByRole('checkbox', { name: 'beaches' }).check()
    await form.getByRole('radio', { name: 'high' }).check()
    await form.getByRole('radio', { name: 'No' }).check()
    await form.getByLabel('notes').fill('No nuts.\nA nap at noon.')
    await form.getByRole('button', { name: 'Fill in' }).click()
    await expect(page.getByLabel('The filled text')).toHaveValue(filledText)
  })
})

import type { Locator } from '@playwright/test'
import type { Variable } from '#features/variables/contract.ts'
import { fillPrompt, parsePrompt } from '#features/variables/variable-rules.ts'
import { kindNames } from '#features/writing/variable-kind-name-rules.ts'
import { blankValues, promptWithKinds } from '../prompt-with-kinds.ts'
import { signUp } from './members.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'
import { pressPublish, titleOf } from './writer.ts'

/** The text that the worksheet should copy. */
const filledText = fillPrompt(parsePrompt(promptWithKinds.content), blankValues)

const variablesWithKinds: (Variable & { kind: keyof typeof kindNames })[] = promptWithKinds.variables

/** Stores `promptWithKinds`, which has a blank of each kind, through the API. Returns the path of its page. */
async function addPromptWithKinds(page: import('@playwright/test').Page): Promise<string> {
  await signUp(page)
  const response = await page.request.post('/api/prompts', { data: { ...promptWithKinds, title: titleOf('A trip') } })
  expect(response.status(), await response.text()).toBe(201)
  return `/prompt/${(await response.json()).slug}`
}

test('a member describes the blanks while writing, and edits one', async ({ page }) => {
  await signUp(page)
  await page.goto('/create-prompt')
  const title = titleOf('By mouse')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Prompt', { exact: true }).fill(`${title}: {{days}} days in {{city:Lisbon}}, {{pace}}.`)
  await page.getByLabel('Category').selectOption('General')
  await page.getByLabel('Kind of days').selectOption('Number')
  const days = page.getByRole('group', { name: 'About days' })
  await days.getByLabel('Label').fill('How many days')
  await days.getByLabel('Lowest').fill('1')
  await days.getByLabel('Highest').fill('14')
  await days.getByLabel('Required').check()
  await page.getByLabel('Kind of pace').selectOption('One from a list')
  const pace = page.getByRole('group', { name: 'About pace' })
  await expect(pace.getByRole('status')).toHaveText('It has 0 options. Use 2 to 50.')
  await pace.getByLabel('Options').pressSequentially('slow\nfast')
  await expect(pace.getByRole('status')).toHaveCount(0)
  await pace.getByLabel('Initial value').selectOption('fast')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('spinbutton', { name: 'How many days' })).toBeVisible()
  await expect(preview.getByRole('radio', { name: 'fast' })).toBeChecked()
  await expectAccessible(page)
  await pressPublish(page, title)
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

test('a member describes all kinds of blanks by keyboard alone, and edits one', async ({ page }) => {
  test.slow()
  await signUp(page)
  await page.goto('/create-prompt')
  const title = titleOf('By keyboard')
  const type = async (field: Locator, text: string) => {
    await field.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
  }
  // As in any select, typing the start of an option selects the option, unless the typing pauses for a second.
  const choose = (field: Locator, option: string) =>
    expect(async () => {
      await field.focus()
      await page.keyboard.type(option.split(' ')[0] as string)
      await expect(field.locator('option:checked')).toHaveText(option, { timeout: 500 })
    }).toPass({ intervals: [1_500] })
  await type(page.getByLabel('Title'), title)
  await type(page.getByLabel('Prompt', { exact: true }), promptWithKinds.content)
  await choose(page.getByLabel('Category'), 'General')
  for (const { name, kind, label, help, required, min, max, options, default: initial } of variablesWithKinds) {
    await choose(page.getByLabel(`Kind of ${name}`), kindNames[kind])
    const about = page.getByRole('group', { name: `About ${name}` })
    if (label) await type(about.getByLabel('Label'), label)
    if (help) await type(about.getByLabel('Help'), help)
    if (min !== undefined) await type(about.getByLabel('Lowest'), String(min))
    if (max !== undefined) await type(about.getByLabel('Highest'), String(max))
    if (options) await type(about.getByLabel('Options'), options.join('\n'))
    if (initial && kind === 'choice') await choose(about.getByLabel('Initial value'), initial)
    else if (initial) await type(about.getByLabel('Initial value'), initial)
    if (required) await about.getByLabel('Required').press('Space')
  }
  await pressPublish(page, title)
  const path = new URL(page.url()).pathname
  const read = async (address: string) => (await page.request.get(`/api/prompts/${address.split('/').at(-1)}`)).json()
  const created = await read(path)
  const sentDirectly = await page.request.post('/api/prompts', {
    data: { ...promptWithKinds, title: titleOf('The same') },
  })
  expect(created.content).toBe(promptWithKinds.content)
  expect(created.variables).toEqual((await sentDirectly.json()).variables)

  await page.goto(`${path}/edit`)
  await type(page.getByRole('group', { name: 'About days' }).getByLabel('Highest'), '7')
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('spinbutton', { name: 'How many days' })).toHaveAttribute('max', '7')
  expect((await read(path)).variables).toContainEqual(expect.objectContaining({ name: 'days', min: 1, max: 7 }))
})

test('a reader fills in all kinds of blanks by keyboard alone, and copies the text', async ({ page }) => {
  await page.goto(await addPromptWithKinds(page))
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
  // The date field has four tab stops (month, day, year and a button), so the next field is focused directly.
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
  await page.getByRole('button', { name: /^Copy/ }).first().press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(filledText)
  await inBothThemes(page, () => expectAccessible(page))
})

test('on a phone, the fields and the blanks in the text stay in sync', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await addPromptWithKinds(page))
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

  test('a reader fills in the form and gets the filled text', async ({ page }) => {
    await page.goto(await addPromptWithKinds(page))
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

import type { Locator } from '@playwright/test'
import type { Variable } from '#features/variables/contract.ts'
import { fillPrompt, parsePrompt } from '#features/variables/variable-rules.ts'
import { kindNames } from '#features/writing/variable-kind-name-rules.ts'
import { blankValues, promptWithKinds } from '../prompt-with-kinds.ts'
import { signUp } from './members.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'
import { blankIn, chipOf, openBlank, openEditor, pressPublish, textValue, titleOf } from './writer.ts'

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

test('a member makes blanks by typing {{ and by pressing a button, and describes them in place', async ({ page }) => {
  await signUp(page)
  await page.goto('/create-prompt')
  const title = titleOf('By mouse')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').selectOption('General')
  await openEditor(page)
  await page.keyboard.type(`${title}: {{`)
  const panel = page.getByRole('dialog')
  await expect(panel.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('days')
  await panel.getByText('Number', { exact: true }).click()
  await panel.getByLabel('Lowest').fill('1')
  await panel.getByLabel('Highest').fill('14')
  await panel.getByText('Label, help').click()
  await panel.getByLabel('Label').fill('How many days')
  await panel.getByLabel('Required').check()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Done' }).click()
  await page.keyboard.type(' days in {{city:Lisbon}}, ')
  await page.getByRole('button', { name: 'Add a blank' }).click()
  await page.keyboard.type('pace')
  await panel.getByText('One from a list').click()
  await expect(panel.getByRole('status')).toHaveText('It has 0 options. Use 2 to 50.')
  await expect(panel.getByLabel('Options')).toBeFocused()
  await page.keyboard.type('slow\nfast')
  await expect(panel.getByRole('status')).toHaveCount(0)
  await panel.getByLabel('Starts as').selectOption('fast')
  await panel.getByRole('button', { name: 'Done' }).click()
  await page.keyboard.type('.')
  await expect(textValue(page)).toHaveValue(`${title}: {{days}} days in {{city:Lisbon}}, {{pace}}.`)
  await expect(page.locator('.blank-chip')).toHaveText([
    'blank, days, number',
    'blank, cityLisbon',
    'blank, pace, one from a list',
  ])
  await inBothThemes(page, () => expectAccessible(page))
  await pressPublish(page, title)
  await expect(blankIn(page, 'pace')).toHaveValue('fast')

  await page.goto(`${new URL(page.url()).pathname}/edit`)
  const days = await openBlank(page, 'days')
  await days.getByLabel('Highest').fill('0')
  await expect(days.getByRole('status')).toHaveText('The lowest number is above the highest.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert')).toContainText('{{days}}: The lowest number is above the highest.')
  await expect(chipOf(page, 'days')).toContainText('needs a correction')
  await openBlank(page, 'days')
  await days.getByLabel('Highest').fill('7')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.goto(`${new URL(page.url()).pathname}/history`)
  await expect(page.getByRole('heading', { name: 'Blanks' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('days: number, from 1 to')
})

test('the text stays plain: what is copied, cut, pasted and undone is {{name}}', async ({ page }) => {
  await signUp(page)
  await page.goto('/create-prompt')
  await openEditor(page)
  await page.keyboard.insertText('Write to {{who}}.')
  await expect(chipOf(page, 'who')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Write to {{who}}.')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(textValue(page)).toHaveValue('Write to {{who}}.Write to {{who}}.')
  await expect(chipOf(page, 'who')).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(textValue(page)).toHaveValue('Write to {{who}}.')
  const panel = await openBlank(page, 'who')
  await panel.getByLabel('Name').fill('whom')
  await panel.getByLabel('Name').press('Enter')
  await expect(textValue(page)).toHaveValue('Write to {{whom}}.')
  await page.keyboard.press('Backspace')
  await expect(textValue(page), 'a chip is deleted as a whole').toHaveValue('Write to .')
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(textValue(page)).toHaveValue('Write to {{who}}.')
  // What isn't a name stays as it was typed.
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' {{#if x}}')
  await expect(textValue(page)).toHaveValue('Write to {{who}}. {{#if x}}')
  await page.keyboard.type(' {{')
  await page.keyboard.press('Escape')
  await expect(textValue(page)).toHaveValue('Write to {{who}}. {{#if x}} {{')
})

test('nothing that is typed before the editor is loaded is lost, and without its code a text area remains', async ({
  page,
}) => {
  await signUp(page)
  let load = () => {}
  const isLoading = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route(/text-editor/, async (route) => {
    await isLoading
    await route.continue()
  })
  await page.goto('/create-prompt')
  const field = textValue(page)
  await field.click()
  await page.keyboard.type('Write to Anna in ')
  await page.getByRole('button', { name: 'Add a blank' }).click()
  await page.keyboard.type('city')
  await expect(field).toHaveValue('Write to Anna in {{city}}')
  await field.press('ControlOrMeta+Home')
  load()
  await expect(chipOf(page, 'city')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused()
  await page.keyboard.type('Please. ')
  await expect(field).toHaveValue('Please. Write to Anna in {{city}}')
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
  await choose(page.getByLabel('Category'), 'General')
  await openEditor(page)
  await page.keyboard.insertText(promptWithKinds.content)
  const panel = page.getByRole('dialog')
  const openByKeys = async (name: string) => {
    await page.getByRole('textbox', { name: 'Prompt' }).focus()
    await page.keyboard.press('ControlOrMeta+Home')
    const start = `{{${name}`
    const before = promptWithKinds.content.slice(0, promptWithKinds.content.indexOf(start))
    // Each chip takes two presses: one selects it, and the next one moves past it.
    const steps = parsePrompt(before.replaceAll('\\{{', '{')).reduce(
      (sum, segment) => sum + (segment.kind === 'text' ? segment.text.length : 2),
      1,
    )
    for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowRight')
    await expect(page.locator('.cm-announced')).toHaveText(`blank, ${name}. Press Enter to change it.`)
    await page.keyboard.press('Enter')
    await expect(panel.getByLabel('Name')).toBeFocused()
    await expect(panel.getByLabel('Name')).toHaveValue(name)
  }
  for (const { name, kind, label, help, required, min, max, options, default: initial } of variablesWithKinds) {
    await openByKeys(name)
    const kinds = panel.getByRole('radio')
    await panel.getByRole('radio', { checked: true }).focus()
    while (!(await kinds.and(panel.getByLabel(kindNames[kind], { exact: true })).isChecked()))
      await page.keyboard.press('ArrowRight')
    if (options) await type(panel.getByLabel('Options'), options.join('\n'))
    if (min !== undefined) await type(panel.getByLabel('Lowest'), String(min))
    if (max !== undefined) await type(panel.getByLabel('Highest'), String(max))
    if (initial && kind === 'choice') await choose(panel.getByLabel('Starts as'), initial)
    else if (initial) await type(panel.getByLabel('Starts as'), initial)
    await panel.getByText('Label, help').press('Enter')
    if (label) await type(panel.getByLabel('Label'), label)
    if (help) await type(panel.getByLabel('Help'), help)
    if (required) await panel.getByLabel('Required').press('Space')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
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
  await openEditor(page)
  await openByKeys('days')
  await type(panel.getByLabel('Highest'), '7')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  expect((await read(path)).variables).toContainEqual(expect.objectContaining({ name: 'days', min: 1, max: 7 }))
})

test('a reader fills in all kinds of blanks within the text by keyboard alone, and copies it', async ({ page }) => {
  await page.goto(await addPromptWithKinds(page))
  const form = page.getByRole('form', { name: 'Values' })
  const hint = page.locator('.blank-hint')
  const days = form.getByRole('textbox', { name: 'How many days' })
  await days.focus()
  await page.keyboard.type('15')
  await expect(hint.getByRole('status')).toHaveText('Use a number from 1 to 14.')
  await expect(days).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('5')
  await expect(hint).toHaveText('How many days Required. A number from 1 to 14.')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('First day'), 'the next empty blank').toBeFocused()
  await page.keyboard.type('04012027')
  await form.getByRole('textbox', { name: 'City' }).focus()
  await page.keyboard.type('Porto')
  await form.getByRole('textbox', { name: 'who' }).focus()
  await page.keyboard.type('two adults and a toddler')
  await page.keyboard.press('Tab')
  await expect(form.getByRole('button', { name: 'Likes' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(form.getByRole('button', { name: 'Likes' })).toHaveText('parks, beaches')
  await form.getByRole('combobox', { name: 'budget' }).focus()
  await page.keyboard.type('high')
  await page.keyboard.press('Tab')
  await expect(form.getByRole('combobox', { name: 'By car?' })).toBeFocused()
  await page.keyboard.type('no')
  await page.keyboard.press('Tab')
  await page.keyboard.type('No nuts.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('A nap at noon.')
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByRole('button', { name: /^Copy/ }).first().press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(filledText)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the text of a prompt with kinds is in the first view, and is filled in within the text', async ({ page }) => {
    await page.goto(await addPromptWithKinds(page))
    const text = page.locator('.worksheet-text')
    expect((await text.boundingBox())?.y).toBeLessThan(600)
    await blankIn(page, 'budget').selectOption('high')
    await blankIn(page, 'likes').tap()
    await page.getByRole('checkbox', { name: 'museums' }).tap()
    await page.keyboard.press('Escape')
    await expect(blankIn(page, 'likes')).toHaveText('parks, museums')
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: /^Fill in \d blanks/ }).tap()
    await expect(blankIn(page, 'start')).toBeFocused()
  })

  test('a member publishes a prompt with two blanks of their own kinds by nine touches, and types no brace', async ({
    page,
  }) => {
    await signUp(page)
    await page.goto('/create-prompt')
    await expect(page.locator('.cm-content')).toBeVisible()
    await page.getByRole('button', { name: 'Decline', exact: true }).tap()
    let touches = 0
    const tap = async (target: Locator) => {
      touches++
      await target.tap()
    }
    const mark = titleOf('x').slice(2)
    const panel = page.getByRole('dialog')
    await tap(page.getByRole('textbox', { name: 'Prompt' }))
    await page.keyboard.type(`Plan a ${mark} holiday that is `)
    await tap(page.getByRole('button', { name: 'Add a blank' }))
    await page.keyboard.type('pace')
    await tap(panel.getByText('One from a list'))
    // As in other lists, Enter on an empty line ends the list.
    await page.keyboard.type('slow\nfast\n\n')
    await page.keyboard.type(' and takes ')
    await tap(page.getByRole('button', { name: 'Add a blank' }))
    await page.keyboard.type('days')
    await tap(panel.getByText('Number', { exact: true }))
    await page.keyboard.type(' days.')
    await expect(textValue(page)).toHaveValue(`Plan a ${mark} holiday that is {{pace}} and takes {{days}} days.`)
    await expect(panel).toHaveCount(0)
    await tap(page.getByRole('button', { name: /^Use “Plan a/ }))
    touches += 2
    await page.getByLabel('Category').selectOption('General')
    await tap(page.getByRole('button', { name: 'Publish' }))
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`Plan a ${mark}`)
    expect(touches).toBeLessThanOrEqual(9)
    await expect(blankIn(page, 'pace').getByRole('option')).toHaveText(['pace', 'slow', 'fast'])
    await expect(blankIn(page, 'days')).toHaveAttribute('inputmode', 'decimal')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader fills in the blanks in the text, and gets the filled text', async ({ page }) => {
    await page.goto(await addPromptWithKinds(page))
    const form = page.getByRole('form', { name: 'Values' })
    await form.getByRole('textbox', { name: 'How many days' }).fill('5')
    await form.getByRole('textbox', { name: 'City' }).fill('Porto')
    await form.getByLabel('First day').fill('2027-04-01')
    await form.getByRole('textbox', { name: 'who' }).fill('two adults and a toddler')
    await form.getByRole('button', { name: 'Likes' }).click()
    await form.getByRole('checkbox', { name: 'beaches' }).check()
    await page.keyboard.press('Escape')
    await form.getByLabel('budget').selectOption('high')
    await form.getByLabel('By car?').selectOption('no')
    await form.getByRole('textbox', { name: 'notes' }).fill('No nuts.\nA nap at noon.')
    await form.getByRole('button', { name: 'Fill in' }).click()
    await expect(page.getByLabel('The filled text')).toHaveValue(filledText)
  })
})

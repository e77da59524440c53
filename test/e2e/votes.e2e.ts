import { expectSignedIn, fillRegistration, logOut, makeMember, signUp } from './members.ts'
import { openSignedIn, publish } from './staff.ts'
import { expect, expectAccessible, inBothThemes, test } from './story.ts'
import { titleOf } from './writer.ts'

test('a visitor’s vote is cast after the sign-in, and shows after a reload and in a second tab', async ({
  page,
  browser,
}) => {
  const marta = makeMember()
  const { page: author } = await openSignedIn(browser)
  const prompt = `/prompt/${await publish(author, titleOf('To be voted on'))}`
  await page.goto(prompt)
  const up = page.getByRole('button', { name: 'Upvote' })
  const down = page.getByRole('button', { name: 'Downvote' })
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  await up.click()
  await expect(page.getByRole('heading', { name: 'Sign in to vote', level: 1 })).toBeVisible()
  await expect(page.getByText('Your vote is cast as soon as you sign in.')).toBeVisible()
  await fillRegistration(page, marta)
  await expect(page.getByRole('status').filter({ hasText: 'Registration successful' })).toContainText(
    'Your vote is cast.',
  )
  await expect(page).toHaveURL(new RegExp(`${prompt}$`))
  await expectSignedIn(page, marta)
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('region', { name: 'Votes' }).getByText('1 up', { exact: true })).toBeVisible()

  await page.reload()
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('region', { name: 'Votes' }).getByText('1 up', { exact: true })).toBeVisible()

  const second = await page.context().newPage()
  await second.goto(prompt)
  await expect(second.getByRole('button', { name: 'Upvote' })).toHaveAttribute('aria-pressed', 'true')
  await down.click()
  await expect(down).toHaveAttribute('aria-pressed', 'true')
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  await expect(second.getByRole('button', { name: 'Downvote' })).toHaveAttribute('aria-pressed', 'true')
  await expect(second.getByRole('region', { name: 'Votes' }).getByText('1 down', { exact: true })).toBeVisible()
  await second.close()

  const save = page.getByRole('button', { name: /^Saved?$/ }).first()
  await expect(save).toHaveText('Save')
  await save.click()
  await expect(save).toHaveText('Saved')
  await expect(save).toHaveAttribute('aria-pressed', 'true')
  await save.click()
  await expect(save).toHaveText('Save')

  await down.click()
  await expect(down).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('region', { name: 'Votes' }).getByText('No votes yet')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a visitor who votes on a card returns to it after the sign-in, with the vote cast and its button focused', async ({
    page,
  }) => {
    await page.goto('/prompts/newest', { waitUntil: 'networkidle' })
    const up = page.getByRole('button', { name: /^Upvote/ }).nth(7)
    const name = await up.getAttribute('aria-label')
    await up.scrollIntoViewIfNeeded()
    const topOf = () => up.evaluate((button) => Math.round(button.getBoundingClientRect().top))
    const top = await topOf()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
    await up.tap()
    await fillRegistration(page, makeMember())
    await expect(page).toHaveURL(/\/prompts\/newest$/)
    const sameButton = page.getByRole('button', { name: name ?? '', exact: true })
    await expect(sameButton).toHaveAttribute('aria-pressed', 'true')
    await expect(sameButton).toBeFocused()
    expect(Math.abs((await topOf()) - top)).toBeLessThan(3)
    const save = page.getByRole('button', { name: name?.replace('Upvote', 'Save'), exact: true })
    const notice = page.getByRole('status')
    await save.tap()
    await expect(notice.filter({ hasText: 'Find it in the menu under Saved Prompts.' })).toBeVisible()
    await save.tap()
    await expect(notice.filter({ hasText: 'No longer saved' })).toBeVisible()
  })
})

test('a member saves a prompt from a card, finds it under Saved, undoes its removal, and logging out deletes all hints', async ({
  page,
}) => {
  const marta = await signUp(page)
  await page.goto('/prompts')
  const title = await page.getByRole('article').first().getByRole('heading').innerText()
  // The card is found by its title, because the order of the cards may change.
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await card.getByRole('button', { name: `Save ${title}` }).click()
  await expect(card.getByRole('button', { name: `Save ${title}` })).toHaveAttribute('aria-pressed', 'true')
  await card.getByRole('button', { name: `Upvote ${title}` }).click()
  await expect(card.getByRole('button', { name: `Upvote ${title}` })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Saved' }).click()
  await expect(page.getByRole('heading', { name: 'Saved Prompts', level: 1 })).toBeVisible()
  await expect(page.getByText('1 prompt. Only you see this list.')).toBeVisible()
  const saveButton = page.getByRole('button', { name: `Save ${title}` })
  await expect(saveButton).toHaveAttribute('aria-pressed', 'true')
  await inBothThemes(page, () => expectAccessible(page))

  await saveButton.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('is no longer saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(saveButton).toHaveAttribute('aria-pressed', 'true')

  await page.getByLabel('Search saved prompts').fill('nothing like this')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('None of your saved prompts match')).toBeVisible()
  await page.getByRole('link', { name: 'Show all saved' }).click()
  await expect(saveButton).toHaveAttribute('aria-pressed', 'true')

  const hints = () => Object.keys(localStorage).filter((key) => /^(prompt_vote_|favorite_|genie_vote_cache_)/.test(key))
  expect((await page.evaluate(hints)).length).toBe(3)
  await logOut(page, marta)
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(hints)).toEqual([])
  await expect(page.getByRole('link', { name: 'Saved', exact: true })).toHaveCount(0)
})

test('a visitor who opens the saved prompts signs in first', async ({ page }) => {
  const response = await page.goto('/favorites')
  expect(response?.status()).toBe(200)
  expect(await response?.text()).toContain('Verifying authentication...')
  await expect(page.getByRole('heading', { name: 'Sign in to see your saved prompts', level: 1 })).toBeVisible()
  await fillRegistration(page, makeMember())
  await expect(page).toHaveURL(/\/favorites$/)
  await expect(page.getByText('Nothing saved yet.')).toBeVisible()
  // The empty list offers three links to find prompts.
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3)
  await inBothThemes(page, () => expectAccessible(page))
})

test.describe('a vote that the server refuses', () => {
  test.use({ expectedMessages: [/status of 503/] })

  test('is reverted and reported until the next press elsewhere', async ({ page }) => {
    await page.clock.install()
    await signUp(page)
    await page.goto('/prompt/cover-letter-writer')
    const up = page.getByRole('button', { name: 'Upvote' })
    await page.route('**/api/votes', (route) =>
      route.fulfill({ status: 503, json: { error: 'The database is down.', code: 'overloaded', requestId: 'r' } }),
    )
    await up.click()
    const notice = page.getByText('The database is down.')
    await expect(page.getByRole('status').filter({ has: notice })).toContainText('Not saved')
    await expect(up).toHaveAttribute('aria-pressed', 'false')
    // While the clock stands still, the notice can't time out. It would after 5 s.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000)
    await notice.click()
    await expect(notice).toBeVisible()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(notice).toBeHidden()
  })
})

import { signUpAndOpenHome } from './members.ts'
import { expect, test } from './story.ts'
import { textWithBlanks } from './writer.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a prompt’s preview comes before Publish, Scroll to top is below the footer, and Publish focuses the empty title', async ({
    page,
  }) => {
    await signUpAndOpenHome(page)
    await page.goto('/create-prompt')
    await page.getByLabel('Prompt', { exact: true }).fill(textWithBlanks)
    // `textWithBlanks` has three blanks. While the preview grows, it moves the buttons below it.
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('3 blanks')
    const top = async (name: string) => (await page.getByRole('button', { name, exact: true }).boundingBox())?.y ?? 0
    const preview = await page.getByRole('region', { name: 'Preview' }).boundingBox()
    expect((preview?.y ?? 0) + (preview?.height ?? 0)).toBeLessThanOrEqual(await top('Publish'))

    await page.getByLabel('License').selectOption('CC0 1.0')
    await expect(page.getByLabel('License')).toHaveAccessibleDescription(/No credit needed/)
    await page.evaluate(() => scrollTo(0, 600))
    const footer = await page.getByRole('contentinfo').boundingBox()
    expect(await top('Scroll to top')).toBeGreaterThanOrEqual((footer?.y ?? 0) + (footer?.height ?? 0))
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByLabel('Title')).toBeFocused()
  })
  test('no field has text below 16 px, which iOS would zoom into', async ({ page }) => {
    await signUpAndOpenHome(page)
    for (const path of ['/', '/prompts', '/search', '/create-prompt', '/prompt-generator', '/settings', '/contact']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('input, select, textarea, [contenteditable]')]
          .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
          .map((field) => field.outerHTML.slice(0, 120)),
      )
      expect({ path, small }).toEqual({ path, small: [] })
    }
  })

  test('Scroll to top covers neither Copy nor Save', async ({ page }) => {
    await signUpAndOpenHome(page)
    await page.goto('/prompts', { waitUntil: 'networkidle' })
    const slug = await page.locator('main a[href^="/prompt/"]').first().getAttribute('href')
    for (const path of ['/prompts', String(slug)]) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.evaluate(() => scrollTo(0, 600))
      const button = page.getByRole('button', { name: 'Scroll to top' })
      await expect(button).toBeVisible()
      const covered = await button.evaluate((top) => {
        const a = top.getBoundingClientRect()
        const controls = Array.from(document.querySelectorAll('button')).filter((one) =>
          /^(Copy|Save)/.test(one.ariaLabel ?? one.innerText),
        )
        return controls.filter((one) => {
          const b = one.getBoundingClientRect()
          return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom && b.width > 0
        }).length
      })
      expect(covered).toBe(0)
    }
  })
})

import type { Page } from '@playwright/test'
import { startOidcProvider } from '../oidc-provider.ts'
import { findFreePort } from '../processes.ts'
import { expectSignedIn, fillRegistration, makeMember, signUp, userMenu } from './members.ts'
import { createSiteStorage, type Product, runProgram, startBuiltSite } from './product.ts'
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, inBothThemes } from './story.ts'

type Company = Product & { provider: Awaited<ReturnType<typeof startOidcProvider>> }
type Club = Product & { settings: Record<string, string> }

/**
 * The site of a company with a real OpenID provider, and the site of a club, where registering requires an invitation.
 */
const test = base.extend<object, { company: Company; club: Club }>({
  company: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first argument.
    async ({}, use) => {
      const [storage, port] = [await createSiteStorage(), await findFreePort()]
      const provider = await startOidcProvider(`http://127.0.0.1:${port}/auth/return/oidc`)
      const product = await startBuiltSite({
        ...storage.settings,
        PORT: `${port}`,
        ACCESS: 'members',
        REGISTRATION: 'closed',
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.keys.clientId,
        OIDC_CLIENT_SECRET: provider.keys.clientSecret,
        OIDC_NAME: 'Example account',
        OIDC_ADMIN_GROUP: 'prompt-admins',
      })
      await use({ ...product, provider })
      await product.stop()
      await provider.close()
      await storage.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  club: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first argument.
    async ({}, use) => {
      const storage = await createSiteStorage()
      const settings = { ...storage.settings, REGISTRATION: 'invite' }
      const product = await startBuiltSite(settings)
      await use({ ...product, settings })
      await product.stop()
      await storage.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

test.use({ expectedMessages: [/status of (400|401|403|404)/] })

test('employees sign in with their company’s provider and reach the requested page; the members of one group are admins', async ({
  page,
  company,
}) => {
  const person = { sub: 'grace', name: 'Grace', email: 'grace@example.test', email_verified: true }
  await company.provider.setPerson({ ...person, groups: ['prompt-admins'] })
  await page.goto(`${company.url}/tools?type=text`)
  await expect(page.getByRole('tab', { name: 'Register' })).toHaveCount(0)
  await inBothThemes(page, () => expectAccessible(page))
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Continue with Example account' }).click()
  await expect(page).toHaveURL(`${company.url}/tools?type=text`)
  await userMenu(page, 'Grace').click()
  await page
    .getByRole('link', { name: 'Admin', exact: true })
    .or(page.getByRole('menuitem', { name: 'Admin' }))
    .click()
  await expect(page.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible()
  await page.goto(`${company.url}/settings`)
  await expect(page.getByRole('button', { name: 'Disconnect Example account' })).toBeVisible()
})

test('an admin leads a group of the provider to a group here, and an employee is in it from one sign-in to the next', async ({
  page,
  company,
  browser,
}) => {
  const signInAs = async (who: Page, sub: string, claims: Record<string, unknown>) => {
    const person = { sub, name: sub, email: `${sub}@example.test`, email_verified: true }
    await company.provider.setPerson({ ...person, ...claims })
    await who.goto(`${company.url}/auth`)
    await who.getByRole('button', { name: 'Continue with Example account' }).click()
    await expectSignedIn(who, { ...makeMember(), username: sub })
  }
  await signInAs(page, 'Margaret', { groups: ['prompt-admins'] })
  await page.goto(`${company.url}/admin/groups`)
  await page.getByRole('button', { name: 'New group' }).click()
  await page.getByLabel('Name').fill('Sales team')
  await page.getByLabel('What writers add waits for an approver').check()
  await page.getByLabel('Group at Example account').fill('sales')
  await page.getByLabel('Their role').selectOption('Writer')
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByRole('button', { name: 'Create group' }).click()
  await expect(page).toHaveURL(`${company.url}/admin/groups/sales-team`)
  await expect(page.getByText('No members yet.')).toBeVisible()

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const employee = await context.newPage()
  await signInAs(employee, 'Edsger', { groups: ['sales', 'others'] })
  await userMenu(employee, 'Edsger').click()
  await employee.getByRole('menuitem', { name: 'Groups' }).click()
  await employee.getByRole('link', { name: 'Sales team' }).click()
  await expect(employee.getByText('Nobody can approve.')).toBeVisible()
  await expect(employee.getByText('by Example account')).toBeVisible()
  await inBothThemes(employee, () => expectAccessible(employee))
  await expectNoSidewaysScroll(employee)

  await page.reload()
  await page.getByRole('button', { name: 'Manage Edsger' }).click()
  await page.getByLabel('Role', { exact: true }).last().selectOption('approver')
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByText('Role changed')).toBeVisible()
  await employee.reload()
  await expect(employee.getByLabel('Add a person')).toBeVisible()
  await expect(employee.getByText('Nobody can approve.')).toHaveCount(0)

  await page.getByLabel('What writers add waits for an approver').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible()
  const data = { title: 'Offer for a customer', content: 'Write an offer for {{customer}}.', category: 'general' }
  const shared = await employee.request.post(`${company.url}/api/prompts`, {
    data: { ...data, status: 'shared', group: 'sales-team' },
    headers: { origin: company.url },
  })
  expect(shared.status(), await shared.text()).toBe(201)
  await employee.reload()
  await expect(employee.getByRole('link', { name: 'Offer for a customer' })).toBeVisible()
  await inBothThemes(employee, () => expectAccessible(employee))
  await employee.goto(company.url)
  await expect(employee.getByRole('link', { name: 'Offer for a customer' })).toBeVisible()
  await page.goto(`${company.url}/group/sales-team`)
  await expect(page.getByText('You see what is in this group only as a member.')).toBeVisible()
  await expect(page.getByText('Offer for a customer')).toHaveCount(0)

  await context.clearCookies()
  await signInAs(employee, 'Edsger', { hasgroups: true })
  await page.goto(`${company.url}/admin/groups`)
  await page.getByText('Single sign-on could not set the groups of 1 person').click()
  await expect(page.getByText('The provider left out the groups')).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
  await context.clearCookies()
  await signInAs(employee, 'Edsger', { groups: ['others'] })
  await employee.goto(`${company.url}/group/sales-team`)
  await expect(employee.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await employee.goto(`${company.url}/groups`)
  await expect(employee.getByText('You aren’t in any group.')).toBeVisible()
})

test('one person registers with an admin’s invitation, and a second person can’t', async ({ page, club, browser }) => {
  await page.goto(`${club.url}/auth?tab=register`)
  await expect(page.getByText('You need an invitation to create an account here.')).toBeVisible()
  await expectAccessible(page)
  const created = await runProgram('src/cli/main.ts', ['invitation', 'create', 'The first admin'], club.settings)
  const firstLink = /(\/auth\S+)/.exec(created.output)?.[1] ?? ''
  const admin = makeMember()
  await page.goto(club.url + firstLink)
  await fillRegistration(page, admin)
  await expectSignedIn(page, admin)
  await runProgram('src/cli/main.ts', ['user', 'promote', admin.username, 'admin'], club.settings)
  await page.goto(`${club.url}/admin/invitations`)
  await page.getByRole('button', { name: 'New invitation' }).click()
  await page.getByLabel('Who it is for').fill('The new colleague')
  await inBothThemes(page, () => expectAccessible(page))
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const link = await page.getByLabel('Link to share').inputValue()
  await expect(page.getByText('0 of 1 used.')).toBeVisible()
  for (const isFirst of [true, false]) {
    const colleague = await (await browser.newContext()).newPage()
    const member = makeMember()
    await colleague.goto(link)
    await fillRegistration(colleague, member)
    if (isFirst) await expectSignedIn(colleague, member)
    else await expect(colleague.getByText('This invitation is used up').first()).toBeVisible()
    await colleague.context().close()
  }
  await page.reload()
  await expect(page.getByText('1 of 1 used. No longer works.')).toHaveCount(2)
})

test('at a club, the API doesn’t register anybody without an invitation either', async ({ page, club }) => {
  await expect(signUp(page, makeMember(), club.url)).rejects.toThrow(/400/)
})

import type { Page, Route } from '@playwright/test'

type Answer = { status: number; body: object }

/**
 * Replaces the answers to the reads whose addresses begin with `path`, which a member's page gets alone or with others.
 * Returns a function that ends this.
 */
export async function replaceAnswers(page: Page, path: string, answer: Answer): Promise<() => Promise<void>> {
  const [alone, together] = [`**${path}*`, '**/api/user?with=**']
  await page.route(alone, (route) => route.fulfill({ status: answer.status, json: answer.body }))
  let running: Promise<void> = Promise.resolve()
  const replace = async (route: Route) => {
    const response = await route.fetch()
    const json = await response.json()
    for (const address of Object.keys(json.answers)) if (address.startsWith(path)) json.answers[address] = answer
    await route.fulfill({ response, json })
  }
  await page.route(together, (route) => {
    running = Promise.all([running, replace(route)]).then(() => undefined)
    return running
  })
  return async () => {
    // A request whose answer is being replaced would otherwise be answered twice.
    await running
    await page.unroute(alone)
    await page.unroute(together)
  }
}

/** The number of days for which pages show views. */
export const shownDays = 30
/** The maximum number of days of views in one request. */
export const viewDaysMax = 366

const robot =
  /bot|crawl|spider|slurp|preview|headless|lighthouse|scrap|fetch|monitor|curl|wget|python|axios|java\/|go-http/i

/** Whether a User-Agent is missing or belongs to a robot. */
export function isRobot(browser: string): boolean {
  return browser === '' || robot.test(browser)
}

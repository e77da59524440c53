import { expect, it } from 'vitest'
import { asksForToday, labelOf } from './label-rules.ts'

it.each([
  ['paste_jd', 'Paste JD'],
  ['job_description', 'Job description'],
  ['companyName', 'Company name'],
  ['COMPANY_NAME', 'Company name'],
  ['target-audience', 'Target audience'],
  ['websiteURL', 'Website URL'],
  ['point_2', 'Point 2'],
  ['aspectratio', 'Aspect ratio'],
  ['firstname', 'First name'],
  ['username', 'username'],
  ['surname', 'surname'],
  ['color2', 'Color 2'],
  ['ticketPrice1', 'Ticket price 1'],
  ['utf8', 'utf8'],
  ['option_a', 'Option A'],
  ['path_to_a_file', 'Path to a file'],
  ['cpu_limit', 'CPU limit'],
  ['_', '_'],
  ['position', 'position'],
  ['Your city', 'Your city'],
  ['größe', 'größe'],
  ['Sport', 'Sport'],
])('a variable named %s is shown as %s', (name, label) => {
  expect(labelOf(name)).toBe(label)
})

it.each([
  ['date', true],
  ['todays_date', true],
  ['today’s date', true],
  ['currentDate', true],
  ['Today', true],
  ['date of birth', false],
  ['start_date', false],
  ['update', false],
])('a variable named %s asks for the current day: %s', (name, asks) => {
  expect(asksForToday(name)).toBe(asks)
})

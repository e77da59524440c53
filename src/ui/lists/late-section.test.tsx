import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lateSection, loadLateSections } from './late-section.tsx'

test('the server renders a late section, whose code is loaded separately, once that code is available', async () => {
  const Late = lateSection(async () => ({ name }: { name: string }) => <p>{name}</p>)
  expect(renderToString(<Late name="Related" />)).not.toContain('Related')
  await loadLateSections()
  expect(renderToString(<Late name="Related" />)).toContain('Related')
})

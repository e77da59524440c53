import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SecretList } from './secret-list.tsx'

const texts = { failure: 'Not loaded', empty: 'There are none yet.', value: 'The link', create: 'New one' }
const render = (items: string[], isMain?: boolean) =>
  renderToString(
    <SecretList
      items={items}
      error={null}
      onRetry={() => undefined}
      texts={texts}
      list={() => <ul />}
      form={() => null}
      isMain={isMain}
    />,
  )

it('an empty list has its button inside the box that says so, otherwise the button follows the list', () => {
  expect(render([])).toMatch(/There are none yet.<\/p><button[^>]*>New one</)
  expect(render([]).match(/New one/g)).toHaveLength(1)
  expect(render(['one'])).toMatch(/<ul><\/ul><button[^>]*>New one</)
})

it('the button is the main one only where the page says so', () => {
  expect(render([], true)).toContain('btn-key')
  expect(render([])).not.toContain('btn-key')
})

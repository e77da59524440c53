import { expect, it } from 'vitest'
import { checkCategory } from './category-dialog.tsx'

it('the form for a category accepts line breaks, which the server stores as spaces', () => {
  expect(checkCategory({ name: ' Food ', description: 'Recipes and menus.\nFor every day.\n' })).toEqual({})
})

it('the form for a category says what is wrong', () => {
  const errors = checkCategory({ name: '', description: 'A\u202Edescription of the category.' })
  expect(errors.name).toContain('Add a name')
  expect(errors.description).toContain('invisible characters')
})

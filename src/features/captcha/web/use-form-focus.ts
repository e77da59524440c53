import { type RefObject, useEffect, useState } from 'react'

/** Whether the form around an element was ever entered; also when that was before the page came to life. */
export function useFormFocus(inside: RefObject<HTMLElement | null>): boolean {
  const [entered, setEntered] = useState(false)
  useEffect(() => {
    const form = inside.current?.closest('form')
    if (!form) return
    const enter = () => setEntered(true)
    if (form.contains(document.activeElement)) enter()
    form.addEventListener('focusin', enter, { once: true })
    return () => form.removeEventListener('focusin', enter)
  }, [inside])
  return entered
}

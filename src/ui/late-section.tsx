import { type ComponentType, lazy, memo, type RefObject, Suspense, useEffect, useRef, useState } from 'react'

/** The code of all late sections, for the server, which has to have it before it renders. */
const sections: (() => Promise<unknown>)[] = []

/** Loads the code of all late sections. The server calls it at start. */
export async function loadLateSections(): Promise<void> {
  await Promise.all(sections.map((load) => load()))
}

/** For code that fails to load: the HTML stays, and its links work. */
const stay = () => new Promise<never>(() => {})

/**
 * A section below the fold whose code loads after the page's own. The server renders it; in the browser its HTML stays as
 * it is until the code has arrived, also if that fails; a button pressed meanwhile is pressed then. Call it outside of
 * components.
 */
export function lateSection<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const keep = async () => {
    loaded = await load()
    return loaded
  }
  if (import.meta.env.SSR) sections.push(keep)
  const Later = lazy(() => keep().then((section) => ({ default: section }), stay)) as unknown as ComponentType<Props>
  function LateSection(props: Props) {
    const [Section] = useState(() => loaded ?? Later)
    const wrapper = useRef<HTMLDivElement>(null)
    return (
      <div ref={wrapper} className="contents" data-late="">
        <Suspense fallback={null}>
          <Section {...props} />
          <Ready wrapper={wrapper} />
        </Suspense>
      </div>
    )
  }
  // React discards the server's HTML of a boundary that renders again before its code is loaded.
  return memo(LateSection) as unknown as ComponentType<Props>
}

/** The last button that was pressed in a late section before it was interactive. */
let early: { event: Event; button: HTMLElement } | undefined
if (!import.meta.env.SSR) {
  const remember = (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-late] button')
    if (button) early = { event, button }
  }
  document.addEventListener('click', remember, { capture: true })
}

/** Presses that button again once the section is interactive. */
function Ready({ wrapper }: { wrapper: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const element = wrapper.current
    element?.removeAttribute('data-late')
    if (!early || !element?.contains(early.button)) return
    const { event, button } = early
    early = undefined
    // React made this part interactive for that very press, and handles it now.
    if (event !== window.event) button.click()
  }, [wrapper])
  return null
}

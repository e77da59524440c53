import { expect, it } from 'vitest'
import { reachOf } from './client-rules.ts'

// The reach is what can connect: `web` is apps on the web and programs, `programs` is only programs, and `computer` is
// only programs on the computer that runs the site.
it.each([
  ['https://prompts.example.com/mcp', 'web'],
  ['https://203.0.113.7/mcp', 'web'],
  ['http://prompts.example.com/mcp', 'programs'],
  ['https://192.168.1.20/mcp', 'programs'],
  ['https://172.20.0.3:8443/mcp', 'programs'],
  ['https://[fd00::1]/mcp', 'programs'],
  ['https://nas.local/mcp', 'programs'],
  ['https://nas/mcp', 'programs'],
  ['http://127.0.0.1:3000/mcp', 'computer'],
  ['https://localhost/mcp', 'computer'],
  ['http://[::1]:3000/mcp', 'computer'],
  ['/mcp', 'unknown'],
])('%s has the reach “%s”', (address, reach) => expect(reachOf(address)).toBe(reach))

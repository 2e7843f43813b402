import './fonts.css';
import './style.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { reloadOnce } from './lib/reload';
import { version } from './lib/version.svelte';

// A page that was open while the server changed looks for parts that are gone: it needs to load anew.
window.addEventListener('vite:preloadError', reloadOnce);
window.addEventListener('load', () => void version.watch());

const target = document.getElementById('app');
if (!target) throw new Error('The page has no place for the application.');

export default mount(App, { target });

import '@fontsource-variable/fraunces';
import '@fontsource-variable/nunito-sans';
import './style.css';
import { mount } from 'svelte';
import App from './App.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('The page has no place for the application.');

export default mount(App, { target });

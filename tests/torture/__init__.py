"""Tests that try to break the program for as long as one likes: see the README of this folder."""
